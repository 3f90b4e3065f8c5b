/* kernel<<<grid, block, ...>>>(arguments) becomes
 * SIMT_LAUNCH(kernel)(grid, block, ...)(arguments), which launch.h makes into a call. All that
 * is written stays written, in its place; only the brackets change. */
#include "translate/passes.h"
#include "translate/tokens.h"

/* --- the kernel: back from <<< ------------------------------------------------------------ */

/* The first token of a name that ends with the identifier i: a::b, a<int>::b, one##two. */
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

/* The first token of what ends with token `last`, or -1: a name with or without template
 * arguments, an element of an array, a parenthesis, a call. */
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

/* The same with the objects that the operand is a member of: x.f, p->f. */
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

/* nvcc takes `>> >` for >>>. */
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

/* Whether the launch may end with token i: its arguments come next, or come from the user of
 * the macro that ends here. */
static bool may_end(const struct source *s, int i)
{
    int after = next(s, i);

    return is(s, after, "(") || (after < 0 && s->tokens[i].region != MAIN);
}

/* The first of the three `>` that close the <<< at `open`, or -1. In f<2>>>>(x) they are the
 * last three; where as many < are open as a run is long, as in a<b<c<1>>>(2), the run closes
 * those if another run follows. */
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

/* A parenthesis or :: may touch the word before it; a name may not. */
static const char *opening(const struct source *s, int begin)
{
    bool touches =
        begin > 0 && s->tokens[begin - 1].kind == IDENTIFIER && touch(s, begin - 1, begin);

    return touches ? " SIMT_LAUNCH(" : "SIMT_LAUNCH(";
}

static void translate_launch(struct source *s, int open)
{
    int begin = expression_begin(s, previous(s, open)), end = configuration_end(s, open);

    if (begin < 0) {
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
    insert_before(s, begin, opening(s, begin));
    insert_after(s, previous(s, open), ")");
    replace(s, open, "(");
    replace(s, end, ")");
    replace(s, skip(s, end, 1), "");
    replace(s, skip(s, end, 2), "");
}

void translate_launches(struct source *s)
{
    for (int i = 0; i < s->count; i++)
        if (is(s, i, "<<<") && !s->tokens[i].inert && !is(s, previous(s, i), "operator"))
            translate_launch(s, i);
}
