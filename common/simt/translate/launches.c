/* Makes SIMT_LAUNCH(kernel)(grid, block, ...)(arguments) of
 * kernel<<<grid, block, ...>>>(arguments), of which shim/translated.h makes a call. Only the
 * brackets change; all that the student has written stays in its place. A macro that holds
 * <<<grid, block>>> and no kernel becomes % SIMT_CONFIGURED(grid, block), since its user writes
 * the kernel before it and the arguments behind it. */
#include "translate/check.h"
#include "translate/passes.h"
#include "translate/tokens.h"
#include <stdio.h>
#include <string.h>

/* --- the kernel: back from <<< ------------------------------------------------------------ */

/* Returns the first token of a name that ends with the identifier i: a::b, a<int>::b, one##two.
 */
static int name_begin(const struct source *s, int i)
{
    for (;;) {
        int p = previous(s, i), before;

        if (is(s, p, "template"))
            p = previous(s, p);
        before = previous(s, p);
        if (!is(s, p, "::") && !is(s, p, "##"))
            return i;
        if (is(s, before, ">"))
            before = previous(s, angle_open(s, before));
        if (!is_name(s, before))
            return p;
        i = before;
    }
}

/* Returns the first token of the operand that ends with token `last`, or -1. It is a name with
 * or without template arguments, an element of an array, a parenthesis, or a call. */
static int operand_begin(const struct source *s, int last)
{
    while (is(s, last, "]"))
        last = previous(s, s->tokens[last].match);
    if (is(s, last, ")")) {
        int open = s->tokens[last].match;

        return is_name(s, previous(s, open)) ? name_begin(s, previous(s, open)) : open;
    }
    if (is(s, last, ">"))
        last = previous(s, angle_open(s, last));
    return is_name(s, last) ? name_begin(s, last) : -1;
}

/* Does the same with the objects in front, if the operand is a member's: x.f, p->f. */
static int expression_begin(const struct source *s, int last)
{
    int begin = operand_begin(s, last), p = previous(s, begin);

    while (begin >= 0 && (is(s, p, ".") || is(s, p, "->"))) {
        begin = operand_begin(s, previous(s, p));
        p = previous(s, begin);
    }
    return begin;
}

/* --- the configuration: on to >>> --------------------------------------------------------- */

/* Counts the > from token i on, with or without blanks between them: nvcc takes `>> >` for >>>.
 */
static int run_of_closing(const struct source *s, int i)
{
    int length = 1;

    for (int j = next(s, i); is(s, j, ">"); j = next(s, j))
        length++;
    return length;
}

static int skip(const struct source *s, int i, int count)
{
    while (count--)
        i = next(s, i);
    return i;
}

/* Whether the launch's configuration may end with token i: its arguments come next, or the
 * macro ends here and its user writes them. */
static bool may_end(const struct source *s, int i)
{
    int after = next(s, i);

    return is(s, after, "(") || (after < 0 && s->tokens[i].region != MAIN);
}

/* Returns the first of the three > that close the <<< at `open`, or -1. In f<2>>>>(x) these are
 * the last three of the run. Where as many < are open as the run is long, as in a<b<c<1>>>(2),
 * the run closes those if another run follows. */
static int configuration_end(const struct source *s, int open)
{
    int tentative = -1, angles = 0, length;

    for (int i = next(s, open); i >= 0; i = next(s, i)) {
        int match = s->tokens[i].match;

        if (match > i)
            i = match;
        else if (match >= 0 || is(s, i, ";") || is(s, i, "<<<"))
            break;
        else if (is(s, i, "<"))
            angles++;
        if (!is(s, i, ">"))
            continue;
        length = run_of_closing(s, i);
        if (length >= 3 && may_end(s, skip(s, i, length - 1))) {
            tentative = skip(s, i, length - 3);
            if (angles < length)
                break;
        }
        angles -= length < angles ? length : angles;
        i = skip(s, i, length - 1);
    }
    return tentative;
}

/* --- the launch --------------------------------------------------------------------------- */

/* Whether a kernel that is named between the tokens has default arguments. */
static bool has_defaults(const struct source *s, int begin, int end)
{
    for (int f = 0; f < s->function_count; f++) {
        const struct function *k = &s->functions[f];
        char name[256];

        snprintf(name, sizeof name, "%.*s", text_length(s, k->name), s->tokens[k->name].text);
        if (has_word(s, begin, end, name) && has_word(s, k->begin, k->name, "__global__") &&
            has_word(s, k->parameters, s->tokens[k->parameters].match, "="))
            return true;
    }
    return false;
}

/* What opens the launch. A parenthesis or :: may touch the word before it, and a name may not:
 * so there goes a blank between them. */
static const char *opening(const struct source *s, int begin, int open)
{
    bool touches =
        begin > 0 && s->tokens[begin - 1].kind == IDENTIFIER && touch(s, begin - 1, begin);

    if (has_defaults(s, begin, open))
        return " SIMT_LAUNCH_ANY(";
    return touches ? " SIMT_LAUNCH(" : "SIMT_LAUNCH(";
}

/* NULL alone, among the arguments that open here: where a kernel is overloaded, a variable that
 * holds it would be a number. */
static void keep_nulls(struct source *s, int open)
{
    int close = open < 0 ? -1 : s->tokens[open].match;

    for (int i = next(s, open); i >= 0 && i < close; i = next(s, i)) {
        int before = previous(s, i), after = next(s, i);

        if (is(s, i, "NULL") && (before == open || is(s, before, ",")) &&
            (after == close || is(s, after, ",")))
            replace(s, i, "::simt::null()");
        i = s->tokens[i].match > i ? s->tokens[i].match : i;
    }
}

static void translate_launch(struct source *s, int open)
{
    int begin = expression_begin(s, previous(s, open)), end = configuration_end(s, open);

    bool is_macro = s->tokens[open].region != MAIN && previous(s, open) < 0;

    if (begin < 0 && !is_macro) {
        refuse(s, open,
               "'<<<' without a kernel's name before it; a launch is "
               "kernel<<<grid, block>>>(arguments)");
        return;
    }
    if (end < 0) {
        refuse(s, open,
               "'<<<' without '>>>(arguments)' after it; a launch is "
               "kernel<<<grid, block>>>(arguments)");
        return;
    }
    if (is_macro) {
        replace(s, open, "% SIMT_CONFIGURED(");
    } else {
        if (begin == previous(s, open))
            tell_exchanged_arguments(s, begin, next(s, skip(s, end, 2)));
        insert_before(s, begin, opening(s, begin, open));
        insert_after(s, previous(s, open), ")");
        replace(s, open, "(");
    }
    replace(s, end, ")");
    replace(s, skip(s, end, 1), "");
    replace(s, skip(s, end, 2), "");
    if (s->is_program)
        keep_nulls(s, next(s, skip(s, end, 2)));
}

/* --- launches by a call ------------------------------------------------------------------- */

/* Returns the token behind the `void *` or `const void *` at i, or -1 if it is something else.
 */
static int behind_void_pointer(const struct source *s, int i)
{
    if (is(s, i, "const"))
        i = next(s, i);
    return is(s, i, "void") && is(s, next(s, i), "*") ? next(s, next(s, i)) : -1;
}

/* Returns the last token of the cast to void * that begins at token i, or -1. */
static int cast_end(const struct source *s, int i)
{
    bool named = is(s, i, "reinterpret_cast") && is(s, next(s, i), "<");
    int end = behind_void_pointer(s, next(s, named ? next(s, i) : i));

    return (named && is(s, end, ">")) || (is(s, i, "(") && is(s, end, ")")) ? end : -1;
}

static bool is_launching_call(const struct source *s, int i)
{
    static const char *const calls[] = {"cudaLaunchKernel", "cudaLaunchCooperativeKernel",
                                        NULL};

    return is_one_of(s, i, calls) && is(s, next(s, i), "(");
}

/* Takes the cast off cudaLaunchKernel((void *)kernel, ...), since the kernel's own type says
 * what its parameters are. */
static void take_casts(struct source *s)
{
    for (int i = 0; i < s->count; i++) {
        int first = is_launching_call(s, i) ? next(s, next(s, i)) : -1;
        int end = first >= 0 && !s->tokens[i].inert ? cast_end(s, first) : -1;

        for (int k = first; end >= 0 && k >= 0 && k <= end; k = next(s, k))
            replace(s, k, "");
    }
}

static bool is_kernel(const struct source *s, int name)
{
    for (int f = 0; f < s->function_count; f++)
        if (same_text(s, s->functions[f].name, name) &&
            has_word(s, s->functions[f].begin, s->functions[f].name, "__global__"))
            return true;
    return false;
}

/* Returns the kernel that is cast to void * at token i, or -1; *end is the cast's last token.
 */
static int kernel_of_cast(const struct source *s, int i, int *end)
{
    int name;

    *end = s->tokens[i].inert ? -1 : cast_end(s, i);
    name = *end < 0 ? -1 : next(s, *end);
    if (name >= 0 && !is(s, i, "("))
        name = is(s, name, "(") ? next(s, name) : -1;
    if (name < 0 || !is_kernel(s, name) || is(s, next(s, name), "(") ||
        is_launching_call(s, previous(s, previous(s, i))))
        return -1;
    return name;
}

/* Makes a call of the cast in `p = (void *)kernel`. The call remembers the kernel's parameters
 * for the launch by p. */
static void keep_kernels(struct source *s)
{
    for (int i = 0; i < s->count; i++) {
        int end, name = kernel_of_cast(s, i, &end), last;

        if (name < 0)
            continue;
        replace(s, i, is(s, i, "(") ? "::simt::as_pointer(" : "::simt::as_pointer");
        for (int k = next(s, i); k >= 0 && k <= end; k = next(s, k))
            replace(s, k, "");
        last = is(s, next(s, name), "<") ? angle_close(s, next(s, name)) : name;
        if (is(s, i, "("))
            insert_after(s, last, ")");
    }
}

/* Makes `{ SIMT_LAUNCH_BOUNDS(256);` of the { behind __launch_bounds__(256), which a launch
 * with a larger block must not pass. */
static void keep_bounds(struct source *s, const struct function *f)
{
    for (int i = f->begin; i >= 0 && i < f->body; i = next(s, i)) {
        int open = next(s, i), close = open < 0 ? -1 : s->tokens[open].match;
        char text[200];

        if (!is(s, i, "__launch_bounds__") || close < open || s->tokens[i].conditional)
            continue;
        snprintf(text, sizeof text, " SIMT_LAUNCH_BOUNDS%.*s;",
                 (int)(s->tokens[close].text + 1 - s->tokens[open].text), s->tokens[open].text);
        if (strlen(text) < sizeof text - 1 && !strchr(text, '\n'))
            insert_after(s, f->body, text);
        return;
    }
}

void translate_launches(struct source *s)
{
    take_casts(s);
    if (s->is_program)
        keep_kernels(s);
    for (int f = 0; f < s->function_count; f++)
        keep_bounds(s, &s->functions[f]);
    for (int i = 0; i < s->count; i++)
        if (is(s, i, "<<<") && !s->tokens[i].inert && !is(s, previous(s, i), "operator"))
            translate_launch(s, i);
}
