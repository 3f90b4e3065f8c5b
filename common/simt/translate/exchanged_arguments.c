/* Two arguments of a launch that have the names of each other's parameters: a compiler takes
 * two ints in either order. It becomes a warning in the launch's line, in a lab alone.
 *
 *   __global__ void sums(const float *x, int rows, int width)
 *   sums<<<1, 32>>>(d_x, width, rows);
 *
 * Who launches the kernel a second time, or exchanges two pairs, means it: a matrix is turned,
 * or b goes first with its size. */
#include <stdio.h>
#include <string.h>
#include "translate/check.h"
#include "translate/tokens.h"

enum { MOST = 32 }; /* parameters of a kernel; of more than these nothing is said */

/* Fills `names` with one token for each part between commas of the parenthesis at `open`: its
 * only one, or with `last` its last name; -1 where there is no such. Returns how many parts. */
static int names_between(const struct source *s, int open, bool last, int *names)
{
    int count = 0, close = s->tokens[open].match, length = 0;

    names[0] = -1;
    for (int i = next(s, open); i >= 0 && i < close && count < MOST - 1; i = next(s, i)) {
        if (is(s, i, ",")) {
            names[++count] = -1;
            length = 0;
            continue;
        }
        length++;
        if (s->tokens[i].kind == IDENTIFIER && (last || length == 1))
            names[count] = i;
        else if (!last)
            names[count] = -1;
        i = s->tokens[i].match > i ? s->tokens[i].match : i;
    }
    return count + 1;
}

/* A pointer to the device's memory has d_ before the name that it has in the kernel. */
static bool is_named(const struct source *s, int argument, int parameter)
{
    const struct token *a, *p;
    size_t skip;

    if (argument < 0 || parameter < 0)
        return false;
    a = &s->tokens[argument];
    p = &s->tokens[parameter];
    skip = a->length > 2 && !memcmp(a->text, "d_", 2) ? 2 : 0;
    return same_text(s, argument, parameter) ||
           (a->length - skip == p->length && !memcmp(a->text + skip, p->text, p->length));
}

/* The only kernel of that name, or NULL. */
static const struct function *only_kernel(const struct source *s, int name)
{
    const struct function *kernel = NULL;

    for (int f = 0; f < s->function_count; f++) {
        const struct function *k = &s->functions[f];

        if (!same_text(s, k->name, name) || k->body < 0)
            continue;
        if (kernel || !has_word(s, k->begin, k->name, "__global__"))
            return NULL;
        kernel = k;
    }
    return kernel;
}

static bool is_launched_elsewhere(const struct source *s, int name)
{
    for (int i = 0; i < s->count; i++)
        if (i != name && same_text(s, i, name) && is(s, next(s, i), "<<<"))
            return true;
    return false;
}

static void warn_of(struct source *s, int name, int i, int k, const int *arguments)
{
    char text[500];

    snprintf(text, sizeof text,
             "_Pragma(\"GCC warning \\\"arguments %d and %d of this launch are %.*s and %.*s, "
             "and the kernel takes them the other way round: are they exchanged?\\\"\") ",
             i + 1, k + 1, text_length(s, arguments[i]), s->tokens[arguments[i]].text,
             text_length(s, arguments[k]), s->tokens[arguments[k]].text);
    insert_before(s, name, text);
}

void tell_exchanged_arguments(struct source *s, int name, int open)
{
    const struct function *kernel = s->is_program ? NULL : only_kernel(s, name);
    int arguments[MOST], parameters[MOST], count, pairs = 0, first = 0, second = 0;

    if (!kernel || open < 0 || !is(s, open, "(") || is_launched_elsewhere(s, name))
        return;
    count = names_between(s, open, false, arguments);
    if (count != names_between(s, kernel->parameters, true, parameters))
        return;
    for (int i = 0; i < count; i++)
        for (int k = i + 1; k < count; k++)
            if (is_named(s, arguments[i], parameters[k]) &&
                is_named(s, arguments[k], parameters[i])) {
                pairs++;
                first = i;
                second = k;
            }
    if (pairs == 1)
        warn_of(s, name, first, second, arguments);
}
