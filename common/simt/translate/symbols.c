/* Variables of the device tell of themselves:
 *
 *   __constant__ T a[N], b;     __constant__ T a[N], b; SIMT_SYMBOL(a, 1); SIMT_SYMBOL(b, 1);
 *   __managed__ T c = 1;        SIMT_KNOWN_VALUE __managed__ T c = 1; SIMT_SYMBOL(c, 2);
 *   __device__ T d;             __device__ T d; SIMT_SYMBOL(d, 0);
 *   template <class T>          template <class T>
 *   __device__ T e;             __device__ T e; SIMT_TEMPLATE(e, 0);
 *   and behind the last        SIMT_CONSTANTS(sizeof(a) + sizeof(b) + 0);
 *
 * shim/translated.h makes an entry of a table of it. As in nvcc no member of a class is one,
 * and a variable that no extern declaration names is its file's own, unless it is told
 * otherwise.
 */
#include "translate/check.h"
#include "translate/passes.h"
#include "translate/tokens.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_tag(const struct source *s, int i)
{
    static const char *const tags[] = {"struct", "union", "class", "enum", NULL};

    return is_one_of(s, i, tags);
}

/* Whether token i stands in a declaration of variables, and not in a class that it has: `pair
 * p(1, 2);` is one. */
static bool is_of_variables(const struct source *s, int i)
{
    for (int k = 0; k < s->variables_count; k++)
        if (s->variables[k].begin <= i && i <= s->variables[k].end &&
            enclosing_bracket(s, s->variables[k].begin) == enclosing_bracket(s, i))
            return true;
    return false;
}

static int behind_const(const struct source *s, int i)
{
    return is(s, i, "const") ? next(s, i) : i;
}

/* Returns the name that is declared behind the specifiers from token i on, or -1 if what is
 * declared is no variable. */
static int variable_name(const struct source *s, int i)
{
    static const char *const behind[] = {"[", "=", ";", ",", "{", NULL};

    for (; i >= 0; i = next(s, i)) {
        int p = previous(s, i);
        bool defines = is(s, i, "{") && (is_tag(s, p) || is_tag(s, previous(s, p)));

        if (is_one_of(s, i, behind) && !defines)
            return is_name(s, p) && !is_tag(s, p) && !is_tag(s, previous(s, p)) ? p : -1;
        if (is(s, i, "(") && is(s, next(s, i), "*"))
            return behind_const(s, next(s, next(s, i)));
        if (is(s, i, "(") && !is_attribute(s, p))
            return is_name(s, p) && is_of_variables(s, i) ? p : -1;
        i = group_end(s, i);
    }
    return -1;
}

/* Returns the , or ; behind the declarator that begins at `name`, or -1 where there is none. */
static int declarator_stop(const struct source *s, int name)
{
    for (int i = name; i >= 0; i = next(s, i)) {
        if (is(s, i, ",") || is(s, i, ";"))
            return i;
        if (s->tokens[i].match > i)
            i = s->tokens[i].match;
        else if (s->tokens[i].match >= 0 && !is(s, i, ")"))
            return -1;
    }
    return -1;
}

/* Whether the word stands in front of token i in its declaration. */
static bool stands_before(const struct source *s, int i, const char *word)
{
    for (int p = i; p >= 0; p = previous(s, p)) {
        if (is(s, p, word))
            return true;
        if (is(s, p, ";") || is(s, p, "{") || is(s, p, "}"))
            break;
    }
    return false;
}

/* `extern __device__ int a = 1;` which nvcc takes for the file's own. */
static bool is_extern_with_value(const struct source *s, int i)
{
    int p = previous(s, i), name = variable_name(s, next(s, i));

    return s->owns_variables && is(s, p, "extern") && name >= 0 && is(s, next(s, name), "=");
}

/* Whether the declaration makes a variable, or a template of some. Extern declarations have no
 * address of their own. */
static bool is_definition(const struct source *s, int i)
{
    if (stands_before(s, i, "extern") && !is_extern_with_value(s, i))
        return false;
    for (int n = i; n >= 0 && (is_name(s, n) || is(s, n, "extern")); n = next(s, n))
        if (is(s, n, "extern"))
            return false;
    return true;
}

static void tell(struct source *s, int name, int end, int space)
{
    const char *what = stands_before(s, name, "template") ? "TEMPLATE" : "SYMBOL";
    char text[200];

    snprintf(text, sizeof text, " SIMT_%s(%.*s, %d);", what, text_length(s, name),
             s->tokens[name].text, space);
    insert_after(s, end, text);
}

static void tell_all(struct source *s, int name, int space)
{
    int names[64], count = 0, stop = name;

    while (name >= 0 && count < 64) {
        names[count++] = name;
        stop = declarator_stop(s, name);
        name = is(s, stop, ",") ? next(s, stop) : -1;
        while (is(s, name, "*"))
            name = next(s, name);
    }
    for (int i = 0; is(s, stop, ";") && i < count; i++)
        tell(s, names[i], stop, space);
}

/* Returns what the specifiers from i on say: 1 for constant memory, 2 for managed memory, which
 * the host may touch, and 0 for other memory. */
static int memory_space(const struct source *s, int i)
{
    int n = next(s, i);

    if (is(s, i, "__constant__") || is(s, n, "__constant__"))
        return 1;
    return is(s, i, "__managed__") || is(s, n, "__managed__") ? 2 : 0;
}

/* Whether the last constant's declaration can name this one: both are at file scope, and no #if
 * takes one of them away. */
static bool is_at_file_scope(const struct source *s, int i)
{
    if (s->tokens[i].conditional || !s->balanced)
        return false;
    for (int open = 0; open < i; open++)
        if (s->tokens[open].region == MAIN && s->tokens[open].match > i)
            return false;
    return true;
}

/* Adds the sizes of the constants of the declaration that begins at `name` to the text. */
static char *sum_up(const struct source *s, int name, char *text, int *last)
{
    int stop = name;

    while (name >= 0) {
        size_t used = text ? strlen(text) : 0;

        text = realloc(text, used + s->tokens[name].length + 16);
        if (!text)
            abort();
        sprintf(text + used, "sizeof(%.*s) + ", text_length(s, name), s->tokens[name].text);
        stop = declarator_stop(s, name);
        name = is(s, stop, ",") ? next(s, stop) : -1;
        while (is(s, name, "*"))
            name = next(s, name);
    }
    *last = is(s, stop, ";") ? stop : *last;
    return text;
}

static void limit_constants(struct source *s)
{
    char *sum = NULL, *text;
    int last = -1;

    for (int i = 0; i < s->count; i++) {
        if (!is(s, i, "__constant__") || s->tokens[i].inert || s->tokens[i].region != MAIN ||
            s->tokens[i].in_function || !is_definition(s, i) || !is_at_file_scope(s, i) ||
            stands_before(s, i, "template"))
            continue;
        int name = variable_name(s, next(s, i));
        if (name >= 0)
            sum = sum_up(s, name, sum, &last);
    }
    if (sum && last >= 0) {
        text = malloc(strlen(sum) + 32);
        if (!text)
            abort();
        sprintf(text, " SIMT_CONSTANTS(%s0);", sum);
        insert_after(s, last, text);
        free(text);
    }
    free(sum);
}

/* Whether token i stands in the declaration of a class's member. */
static bool is_of_member(const struct source *s, int i)
{
    for (int k = 0; k < s->variables_count; k++)
        if (s->variables[k].begin <= i && i <= s->variables[k].end)
            return s->variables[k].is_member;
    return false;
}

/* Of one that is not static nvcc takes the word, and takes it for nothing. */
static void look_at_member(struct source *s, int i)
{
    if (stands_before(s, i, "static") || is(s, next(s, i), "static"))
        refuse(s, i,
               "a member of a class cannot be %.*s: declare the variable outside of the class",
               text_length(s, i), s->tokens[i].text);
}

/* Whether the file, or a header of it, has `extern ... name;`. */
static bool is_shared_with_others(const struct source *s, int name)
{
    for (const struct source *of = s; of; of = of->headers)
        for (int i = 0; i < of->count; i++)
            if (of->tokens[i].length == s->tokens[name].length &&
                !memcmp(of->tokens[i].text, s->tokens[name].text, of->tokens[i].length) &&
                stands_before(of, i, "extern") && !(of == s && i == name))
                return true;
    return false;
}

static void make_own(struct source *s, int i, int name)
{
    if (is_extern_with_value(s, i))
        replace(s, previous(s, i), "static");
    else if (!stands_before(s, i, "static") && !is(s, next(s, i), "static") &&
             !stands_before(s, i, "template") && !is_shared_with_others(s, name))
        insert_before(s, i, "static ");
}

/* Whether what a variable begins with opens at token i: `= 1`, `{1}` or `(1)`. */
static bool opens_value(const struct source *s, int i)
{
    int p = previous(s, i);

    return is(s, i, "=") || (is(s, i, "(") && is_name(s, p) && !is_attribute(s, p)) ||
           (is(s, i, "{") && (is_name(s, p) || is(s, p, "]")));
}

/* `make_float4`, which nvcc does not know as constexpr. */
static bool makes_vector(const struct source *s, int i)
{
    size_t length = s->tokens[i].length;

    return length > 6 && !memcmp(s->tokens[i].text, "make_", 5) &&
           strchr("1234", s->tokens[i].text[length - 1]);
}

/* g++ knows the value of sqrtf(2), where nvcc calls a function. */
static void refuse_mathematics(struct source *s, int i, int stop)
{
    for (; i >= 0 && i != stop; i = next(s, i)) {
        if ((!is_mathematics(s, i, 0) && !makes_vector(s, i)) || !is(s, next(s, i), "(") ||
            is_function(s, i))
            continue;
        refuse(s, i,
               "%.*s() is called before the first kernel, and what a variable of the device "
               "begins with has to be known: write %s, or copy it with "
               "cudaMemcpyToSymbol",
               text_length(s, i), s->tokens[i].text,
               makes_vector(s, i) ? "numbers in braces" : "the number");
        return;
    }
}

/* Whether a pointer is cast: known to nvcc, and to g++ 14 no constant. */
static bool casts_pointer(const struct source *s, int i, int stop)
{
    for (; i >= 0 && i != stop; i = next(s, i))
        if (is(s, i, "reinterpret_cast") || (is(s, i, "*") && is(s, next(s, i), ")")))
            return true;
    return false;
}

/* Nothing runs on the device before the first kernel: what a variable begins with is known to
 * the compiler. Of a class with a constructor nobody here can tell, nor of a template; and of a
 * pointer to functions, `int (*f)()`, g++ takes no __constinit. */
static void want_known_value(struct source *s, int i, int name)
{
    int stop = statement_end(s, name), before = previous(s, name);
    int star = is(s, before, "const") ? previous(s, before) : before;
    bool points_to_function = is(s, star, "*") && is(s, previous(s, star), "(");

    if (stands_before(s, i, "template") || stands_before(s, name, "constexpr") ||
        points_to_function)
        return;
    for (int n = name; n >= 0 && n != stop; n = next(s, n)) {
        if (opens_value(s, n)) {
            if (!casts_pointer(s, n, stop))
                insert_before(s, i, "SIMT_KNOWN_VALUE ");
            refuse_mathematics(s, n, stop);
            return;
        }
        n = s->tokens[n].match > n ? s->tokens[n].match : n;
    }
}

/* What nvcc takes in no variable of the device, or only with -rdc=true. */
static void check_words(struct source *s, int i, int name)
{
    if (stands_before(s, name, "thread_local"))
        refuse(s, i, "a variable of the device cannot be thread_local");
    if (stands_before(s, name, "inline") && s->owns_variables &&
        !stands_before(s, name, "static"))
        refuse(s, i,
               "without -rdc=true an inline variable of the device must be static as well");
    if (memory_space(s, i) == 2 && stands_before(s, name, "const") &&
        !is(s, previous(s, name), "*"))
        refuse(s, i, "a __managed__ variable cannot be const: without __managed__ it may be");
}

void translate_symbols(struct source *s)
{
    static const char *const spaces[] = {"__device__", "__constant__", "__managed__", NULL};

    for (int i = 0; i < s->count; i++) {
        int p = previous(s, i);

        if (!is_one_of(s, i, spaces) || s->tokens[i].inert || s->tokens[i].region != MAIN ||
            s->tokens[i].in_function || is_one_of(s, p, spaces) || !is_definition(s, i) ||
            is_beside_shared(s, i))
            continue;
        int name = variable_name(s, next(s, i));
        if (name >= 0)
            check_words(s, i, name);
        if (name >= 0 && is_of_member(s, i))
            look_at_member(s, i);
        else if (name >= 0)
            tell_all(s, name, memory_space(s, i));
        if (name >= 0 && s->owns_variables && !is_of_member(s, i))
            make_own(s, i, name);
        if (name >= 0 && !is_of_member(s, i))
            want_known_value(s, i, name);
    }
    limit_constants(s);
}
