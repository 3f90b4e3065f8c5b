/* Refuses what the compiler has to know and cannot: the size of an array in a function of the
 * device, and what a static variable there begins with. */
#include "translate/check.h"
#include "translate/tokens.h"

/* Returns the = behind the name at its declaration if it is const, or else -1. */
static int constant_value(const struct source *s, int i)
{
    static const char *const words[] = {"const", "constexpr", NULL};

    for (int p = previous(s, i); p >= 0 && s->tokens[p].kind == IDENTIFIER; p = previous(s, p))
        if (is_one_of(s, p, words))
            return next(s, i);
    return -1;
}

/* Whether the name at i is declared behind a comma, as b is in `int a = 1, b`. */
static bool follows_type(const struct source *s, int i)
{
    int p = previous(s, i);

    if (!is(s, p, ","))
        return false;
    for (; p >= 0 && !is(s, p, ";") && !is(s, p, "{") && !is(s, p, "}"); p = previous(s, p)) {
        if (s->tokens[p].match > p)
            return false;
        if (s->tokens[p].match >= 0)
            p = s->tokens[p].match;
    }
    return is_basic_type(s, next(s, p));
}

/* What is constexpr needs no check of ours: the compiler knows its value, or refuses it. */
static bool is_constexpr(const struct source *s, int declaration)
{
    int p = previous(s, declaration);

    while (p >= 0 && s->tokens[p].kind == IDENTIFIER && !is(s, p, "constexpr"))
        p = previous(s, p);
    return is(s, p, "constexpr");
}

static int first_declaration(const struct source *s, const struct function *f, int name)
{
    for (int i = next(s, f->parameters); i >= 0 && i < name; i = next(s, i))
        if (same_text(s, i, name) && (is_name(s, previous(s, i)) || follows_type(s, i)))
            return i;
    return -1;
}

/* Whether the compiler cannot know the value of the name at i, as of an index, a parameter, or
 * a variable that is not const. It can know templates' parameters and the host's constants,
 * which the function does not declare. `depth` limits how many constants are followed. */
static bool is_late(const struct source *s, const struct function *f, int i, int depth)
{
    static const char *const indices[] = {"threadIdx", "blockIdx", "blockDim", "gridDim", NULL};
    int declaration, value;

    if (!is_name(s, i) || is(s, previous(s, i), ".") || is(s, previous(s, i), "->") ||
        is(s, previous(s, i), "::"))
        return false;
    if (is_one_of(s, i, indices))
        return true;
    declaration = first_declaration(s, f, i);
    if (declaration < 0 && is(s, i, "warpSize") && !is_macro(s, i))
        return true;
    if (declaration < 0 || !depth || is_constexpr(s, declaration))
        return false;
    if (declaration < s->tokens[f->parameters].match)
        return true;
    value = constant_value(s, declaration);
    if (value < 0)
        return true;
    for (int j = next(s, value);
         is(s, value, "=") && j >= 0 && !is(s, j, ";") && !is(s, j, ","); j = next(s, j))
        if (is(s, j, "sizeof")) /* of a type, or of what is not looked at */
            return false;
        else if (is_late(s, f, j, depth - 1))
            return true;
    return false;
}

int late_name(const struct source *s, const struct function *f, int open)
{
    for (int i = next(s, open); i >= 0 && i < s->tokens[open].match; i = next(s, i)) {
        if (is_name(s, i) && hides_arguments(s, i))
            i = s->tokens[next(s, i)].match;
        else if (is(s, i, "sizeof"))
            return -1;
        else if (is_late(s, f, i, 3))
            return i;
        if (i < 0)
            return -1;
    }
    return -1;
}

static bool is_parameter(const struct source *s, const struct function *f, int name)
{
    for (int i = f->parameters; i < s->tokens[f->parameters].match; i = next(s, i))
        if (same_text(s, i, name))
            return is_name(s, name);
    return false;
}

/* `static int count = n;`, which begins with its value before any kernel runs. */
static void check_static(struct source *s, const struct function *f, int i)
{
    int end = statement_end(s, i), late = -1;

    if (!is(s, i, "static") || is(s, next(s, i), "__shared__"))
        return;
    while (i >= 0 && i != end && !is(s, i, "="))
        i = s->tokens[i].match > i ? end : next(s, i);
    for (int j = next(s, i); is(s, i, "=") && j >= 0 && j != end && late < 0; j = next(s, j))
        if (is_late(s, f, j, 3) || is_parameter(s, f, j))
            late = j;
    if (late >= 0)
        refuse(s, late,
               "a static variable of the device begins with a value that the compiler knows, "
               "and %.*s is known only when it runs",
               text_length(s, late), s->tokens[late].text);
}

/* Whether what stands at i ends an expression and begins no declaration: `a < b` and then
 * `c[i]`, in a line that lacks a ) or a ;, or `a[i]` and then `x b[i]`. */
static bool ends_expression(const struct source *s, int i)
{
    static const char *const before[] = {
        "<", "<=",     ">=", "==", "!=", "&&", "||", "+",  "-",  "/",   "%", "=", "|",
        "^", "return", "?",  ".",  "->", "+=", "-=", "*=", "/=", ">>=", "]", NULL};

    return is_one_of(s, previous(s, i), before);
}

static void check_array(struct source *s, const struct function *f, int i)
{
    int open = next(s, i), late;

    if (!is(s, open, "[") || !is_name(s, i) || !is_name(s, previous(s, i)) ||
        is(s, previous(s, i), "delete") || ends_expression(s, previous(s, i)))
        return;
    for (; is(s, open, "[") && s->tokens[open].match > open;
         open = next(s, s->tokens[open].match)) {
        late = late_name(s, f, open);
        if (late < 0)
            continue;
        refuse(s, i,
               "array %.*s[] in a function of the device needs a size that the compiler "
               "knows, and %.*s is known only when it runs: use a constant",
               text_length(s, i), s->tokens[i].text, text_length(s, late),
               s->tokens[late].text);
        return;
    }
}

void check_late_values(struct source *s, const struct function *f, int i)
{
    check_array(s, f, i);
    check_static(s, f, i);
}
