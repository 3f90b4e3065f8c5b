/* Makes of __CUDA_ARCH__ what it is to nvcc, which reads a file twice: once for the host, where
 * there is no such macro, and once for the device, where it is a number. The compiler here
 * reads it once, so that the number is put where code of the device asks for it:
 *
 *   __global__ void k()          __global__ void k()
 *   {                            {
 *   #if __CUDA_ARCH__ >= 800     #if 900 >= 800
 *
 * A function of both sides that asks gets two bodies, and chooses when it runs. Outside of
 * functions a comparison is the device's; a mere question whether the macro is there has both
 * its sides where it has no #else, and otherwise the host's. */
#include "translate/check.h"
#include "translate/passes.h"
#include "translate/tokens.h"

#define ARCHITECTURE "900" /* the device says that it is of capability 9.0 */

static bool is_asked(const struct source *s, int i)
{
    return is(s, i, "__CUDA_ARCH__");
}

static bool is_compared(const struct source *s, int i)
{
    static const char *const signs[] = {"<", ">", "<=", ">=", "==", "!=", "/", NULL};

    return is_one_of(s, i + 1, signs) || is_one_of(s, i - 1, signs) ||
           (is(s, i + 1, ">") && is(s, i + 2, "="));
}

/* The # of the directive of which token i is a part. */
static int directive_of(const struct source *s, int i)
{
    while (i > 0 && s->tokens[i - 1].region == s->tokens[i].region)
        i--;
    return i;
}

/* The `defined` before token i, or -1. */
static int defined_before(const struct source *s, int i)
{
    if (is(s, i - 1, "("))
        i--;
    return is(s, i - 1, "defined") ? i - 1 : -1;
}

/* `defined(__CUDA_ARCH__)` becomes a number. */
static void answer_defined(struct source *s, int i, int defined, const char *answer,
                           enum side side)
{
    replace_on(s, defined, answer, side);
    if (is(s, i - 1, "(")) {
        replace_on(s, i - 1, "", side);
        replace_on(s, i + 1, "", side);
    }
    replace_on(s, i, "", side);
}

/* #ifdef and #ifndef become an #if. */
static void answer_short_form(struct source *s, int i, const char *answer, enum side side)
{
    replace_on(s, i - 1, "if", side);
    replace_on(s, i, answer, side);
}

static bool is_short_form(const struct source *s, int i)
{
    return directive_of(s, i) == i - 2 && (is(s, i - 1, "ifdef") || is(s, i - 1, "ifndef"));
}

/* Code of the device asks at token i. */
static void answer_device(struct source *s, int i, enum side side)
{
    int defined = defined_before(s, i);

    if (s->tokens[i].inert && is_short_form(s, i))
        answer_short_form(s, i, is(s, i - 1, "ifdef") ? "1" : "0", side);
    else if (defined >= 0)
        answer_defined(s, i, defined, "1", side);
    else
        replace_on(s, i, ARCHITECTURE, side);
}

/* --- outside of functions ----------------------------------------------------------------- */

static bool is_compared_there(const struct source *s, int first)
{
    for (int i = first; i < s->count && s->tokens[i].region == s->tokens[first].region; i++)
        if (is_asked(s, i) && is_compared(s, i))
            return true;
    return false;
}

/* Whether the question, or its opposite, may be answered with yes: what is read then is there
 * for one of the sides, and nothing stands for the other. */
static void answer_both(struct source *s, int i)
{
    int defined = defined_before(s, i);

    if (is_short_form(s, i))
        answer_short_form(s, i, "1", BOTH_SIDES);
    else if (defined >= 0)
        answer_defined(s, i, defined, is(s, defined - 1, "!") ? "0" : "1", BOTH_SIDES);
}

static void answer_outside(struct source *s, int i)
{
    int first = directive_of(s, i);

    if (!s->tokens[i].inert && defined_before(s, i) >= 0)
        return; /* a macro's, of which nobody knows where it is used */
    if (!s->tokens[i].inert || is_compared_there(s, first))
        answer_device(s, i, BOTH_SIDES);
    else if (!s->tokens[first].has_else && !is(s, first + 1, "elif"))
        answer_both(s, i);
}

/* --- in functions ------------------------------------------------------------------------- */

static const struct function *function_around(const struct source *s, int i)
{
    for (int j = 0; j < s->function_count; j++) {
        const struct function *f = &s->functions[j];

        if (f->body >= 0 && f->body < i && i < s->tokens[f->body].match)
            return f;
    }
    return NULL;
}

/* Whether it runs nowhere else, although not every word of its declaration is known. */
static bool must_be_device(const struct source *s, const struct function *f)
{
    enum space space = space_of(s, f);

    if (space != UNCERTAIN)
        return space == KERNEL || space == DEVICE;
    return has_word(s, f->begin, f->name, "__global__") ||
           (has_word(s, f->begin, f->name, "__device__") &&
            !has_word(s, f->begin, f->name, "__host__")) ||
           has_word(s, f->body, s->tokens[f->body].match, "__shared__");
}

static void answer_inside(struct source *s, const struct function *f, int i)
{
    if (must_be_device(s, f)) {
        answer_device(s, i, BOTH_SIDES);
    } else if (space_of(s, f) != HOST) {
        answer_device(s, i, DEVICE_SIDE);
        write_twice(s, f->body);
    }
}

void answer_architecture(struct source *s)
{
    for (int i = 2; i < s->count; i++) {
        const struct function *f;

        if (!is_asked(s, i))
            continue;
        f = function_around(s, i);
        if (f)
            answer_inside(s, f, i);
        else
            answer_outside(s, i);
    }
}
