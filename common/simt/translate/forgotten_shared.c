/* Finds local variables of a thread that are used as if all threads had the same one:
 * __shared__ may have been forgotten. A statement behind the declaration tells the checker of
 * them:
 *
 *   float tile[16][16];    float tile[16][16]; SIMT_OWN(tile);
 *
 * The checker then sees whether a thread reads what only others could have written. */
#include "translate/check.h"
#include "translate/passes.h"
#include "translate/tokens.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The variables of one function whose values depend on the thread's index. */
struct names {
    int *at, count;
};

static bool is_among(const struct source *s, const struct names *names, int name)
{
    for (int i = 0; i < names->count; i++)
        if (same_text(s, names->at[i], name))
            return true;
    return false;
}

static bool is_of_thread(const struct source *s, const struct names *names, int i)
{
    static const char *const words[] = {"threadIdx", "thread_rank", NULL};

    return is_one_of(s, i, words) ||
           (is_name(s, i) && !is(s, previous(s, i), ".") && is_among(s, names, i));
}

/* Whether the value from token i on depends on the thread's index. An index within [ and ] does
 * not count: what an element holds may be the same for all threads. */
static bool value_is_of_thread(const struct source *s, const struct names *names, int i)
{
    int depth = 0;

    for (; i >= 0 && !is(s, i, ";") && !(depth == 0 && is(s, i, ",")); i = next(s, i)) {
        if (is(s, i, "[") && s->tokens[i].match > i)
            i = s->tokens[i].match;
        else if (is(s, i, "(") || is(s, i, "{"))
            depth++;
        else if ((is(s, i, ")") || is(s, i, "}")) && depth-- == 0)
            return false;
        else if (is_of_thread(s, names, i))
            return true;
    }
    return false;
}

/* Pointers are left out, since their declaration looks like a product. */
static bool is_declared_plainly(const struct source *s, const struct function *f, int i)
{
    static const char *const before[] = {"*", "&", "&&", NULL};

    return !is_one_of(s, previous(s, i), before) && is_declared_at(s, f, i);
}

static bool add_names(const struct source *s, const struct function *f, struct names *names)
{
    static const char *const sets[] = {"=", "+=", "-=", "*=", "^=", "|=", "(", "{", NULL};
    bool added = false;

    for (int i = next(s, f->body); i >= 0 && i < s->tokens[f->body].match; i = next(s, i)) {
        int after = next(s, i);
        bool constructs = is(s, after, "(") || is(s, after, "{");

        if (!is_name(s, i) || is(s, previous(s, i), ".") || !is_one_of(s, after, sets) ||
            (constructs && !is_declared_plainly(s, f, i)) || is_among(s, names, i) ||
            !value_is_of_thread(s, names, next(s, after)))
            continue;
        names->at = grow(names->at, names->count, sizeof *names->at);
        names->at[names->count++] = i;
        added = true;
    }
    return added;
}

/* --- uses --------------------------------------------------------------------------------- */

static bool index_is_of_thread(const struct source *s, const struct names *names, int open)
{
    for (; is(s, open, "[") && s->tokens[open].match > open;
         open = next(s, s->tokens[open].match))
        for (int i = next(s, open); i >= 0 && i < s->tokens[open].match; i = next(s, i)) {
            if (is(s, i, "[") && s->tokens[i].match > i)
                i = s->tokens[i].match;
            else if (is_of_thread(s, names, i))
                return true;
        }
    return false;
}

/* Whether the name is handed to a function, which may index it by another argument: f(array,
 * t). */
static bool is_argument(const struct source *s, int i)
{
    static const char *const before[] = {"(", ",", NULL}, *const behind[] = {")", ",", NULL};

    return is_one_of(s, previous(s, i), before) && is_one_of(s, next(s, i), behind);
}

static bool is_shared_out(const struct source *s, const struct function *f,
                          const struct names *names, int array)
{
    int close = s->tokens[f->body].match;
    bool waits = has_word(s, f->body, close, "__syncthreads");

    for (int i = next(s, array); i >= 0 && i < close; i = next(s, i))
        if (same_text(s, i, array) &&
            (index_is_of_thread(s, names, next(s, i)) || (waits && is_argument(s, i))))
            return true;
    return false;
}

/* Returns the first token of the statement, or -1 within parentheses. */
static int statement_begin(const struct source *s, int i)
{
    for (int p = previous(s, i);; i = p, p = previous(s, p)) {
        if (p < 0 || is(s, p, ";") || is(s, p, "{") || is(s, p, "}"))
            return i;
        if (s->tokens[p].match > p)
            return -1;
        if (s->tokens[p].match >= 0)
            p = s->tokens[p].match;
    }
}

/* Whether an if between the two tokens holds for one thread or a few, as `if (t == 0)` does. */
static bool chooses_threads(const struct source *s, const struct names *names, int begin,
                            int end)
{
    bool compares = false, of_thread = false;

    for (int i = begin; i >= 0 && i < end; i = next(s, i)) {
        compares |= is(s, i, "==") || is(s, i, "!");
        of_thread |= is_of_thread(s, names, i);
    }
    return compares && of_thread && has_word(s, begin, end, "if");
}

/* Whether token i stands under such an if. */
static bool is_for_chosen_threads(const struct source *s, const struct function *f,
                                  const struct names *names, int i)
{
    while (i > f->body) {
        int begin = statement_begin(s, i);

        if (begin < 0)
            return false;
        if (chooses_threads(s, names, begin, i))
            return true;
        i = previous(s, begin);
        while (i > f->body && !is(s, i, "{")) /* statements before it in the block */
            i = s->tokens[i].match >= 0 && s->tokens[i].match < i
                    ? previous(s, s->tokens[i].match)
                    : previous(s, i);
        if (i <= f->body)
            return false;
    }
    return false;
}

/* Whether a few threads set the variable, and all wait as if for its value. */
static bool is_set_for_all(const struct source *s, const struct function *f,
                           const struct names *names, int scalar)
{
    int close = s->tokens[f->body].match;

    if (!has_word(s, f->body, close, "__syncthreads"))
        return false;
    for (int i = next(s, scalar); i >= 0 && i < close; i = next(s, i))
        if (same_text(s, i, scalar) && is(s, next(s, i), "=") &&
            is_for_chosen_threads(s, f, names, i))
            return true;
    return false;
}

/* --- declarations ------------------------------------------------------------------------- */

/* Returns the { of the block or the class in which token i stands, whatever parentheses are
 * between them. */
static int enclosing_brace(const struct source *s, int i)
{
    for (i = previous(s, i); i >= 0 && !is(s, i, "{"); i = previous(s, i))
        if (s->tokens[i].match >= 0 && s->tokens[i].match < i)
            i = s->tokens[i].match;
    return i;
}

/* Whether token i declares a member of a type that stands in the function. It is no variable
 * until there is an object. */
static bool is_member(const struct source *s, int i)
{
    int open = enclosing_brace(s, i), begin = open < 0 ? -1 : statement_begin(s, open);

    return begin >= 0 && !is(s, previous(s, open), ")") &&
           (has_word(s, begin, open, "struct") || has_word(s, begin, open, "union") ||
            has_word(s, begin, open, "class"));
}

/* Whether a variable is declared at token i, and given no value there. */
static bool is_plain_variable(const struct source *s, const struct function *f, int i)
{
    static const char *const words[] = {"static",    "__shared__", "extern", "const",
                                        "constexpr", "typedef",    "using",  "return",
                                        "delete",    NULL};
    int begin, after = next(s, i);

    if (!is_name(s, i) || s->tokens[i].conditional)
        return false;
    while (is(s, after, "[") && s->tokens[after].match > after)
        after = next(s, s->tokens[after].match);
    begin = is(s, after, ",") || is(s, after, ";") ? statement_begin(s, i) : -1;
    if (begin < 0 || begin == i || statement_end(s, i) < 0 || !is_declared_plainly(s, f, i) ||
        is_member(s, i))
        return false;
    for (int k = begin; k >= 0 && k != i; k = next(s, k))
        if (is_one_of(s, k, words) || is_macro(s, k))
            return false;
    return true;
}

/* Whether the function has jumps. C++ forbids them across the object that SIMT_OWN declares. */
static bool may_jump(const struct source *s, const struct function *f)
{
    static const char *const words[] = {"goto", "case", "default", NULL};

    for (int i = f->body; i < s->tokens[f->body].match; i++)
        if (is_one_of(s, i, words))
            return true;
    return false;
}

static void tell(struct source *s, int name)
{
    char text[200];

    snprintf(text, sizeof text, " SIMT_OWN(%.*s);", text_length(s, name), s->tokens[name].text);
    insert_after(s, statement_end(s, name), text);
}

static void tell_of_function(struct source *s, const struct function *f)
{
    struct names names = {0};

    while (add_names(s, f, &names))
        continue;
    for (int i = next(s, f->body); i >= 0 && i < s->tokens[f->body].match; i = next(s, i)) {
        if (!is_plain_variable(s, f, i))
            continue;
        if (is(s, next(s, i), "[") ? is_shared_out(s, f, &names, i)
                                   : is_set_for_all(s, f, &names, i))
            tell(s, i);
    }
    free(names.at);
}

void tell_own_variables(struct source *s)
{
    for (int i = 0; i < s->function_count; i++) {
        const struct function *f = &s->functions[i];

        if (f->body >= 0 && s->tokens[f->body].match > f->body && runs_on_device(s, f) &&
            !has_word(s, f->begin, f->name, "constexpr") && !may_jump(s, f))
            tell_of_function(s, f);
    }
}
