/* Has mathematics of the device's functions looked up where those for whole numbers, which nvcc
 * leaves to the host, are refused:
 *
 *   __global__ void k(float *x, int n) { *x = sqrt(n); }
 *   __global__ void k(float *x, int n) { *x =  ::simt::of_device::sqrt(n); }
 *
 * A function of the user's of that name stays what it is. */
#include "translate/check.h"
#include "translate/passes.h"
#include "translate/tokens.h"
#include <string.h>

/* shim/whole_numbers.h has these. */
static bool is_there(const struct source *s, int i)
{
    static const char *const names[] = {
        "sqrt",  "cbrt", "exp",   "exp2", "expm1", "log",   "log2", "log10",
        "log1p", "sin",  "cos",   "tan",  "asin",  "acos",  "atan", "sinh",
        "cosh",  "tanh", "floor", "ceil", "trunc", "round", "rint", "fabs",
        "erf",   "fmax", "fmin",  "fmod", "atan2", "hypot", NULL};

    return is_one_of(s, i, names);
}

/* Whether the file or a header of it declares something of this name. */
static bool is_own(const struct source *s, int name)
{
    for (const struct source *of = s; of; of = of->headers)
        for (int i = 0; i < of->function_count; i++) {
            const struct token *token = &of->tokens[of->functions[i].name];

            if (token->length == s->tokens[name].length &&
                !memcmp(token->text, s->tokens[name].text, token->length))
                return true;
        }
    return is_macro(s, name);
}

static void look_up(struct source *s, int i)
{
    int scope = previous(s, i), of = previous(s, scope);

    if (!is(s, scope, "::"))
        insert_before(s, i, " ::simt::of_device::");
    else if (is(s, of, "std") && !is(s, previous(s, of), "::"))
        replace(s, of, " ::simt::of_device");
    else if (!is_name(s, of))
        insert_after(s, scope, "simt::of_device::");
}

/* Thrust and cuda::std have functions of these names for their complex numbers. */
static bool has_others(const struct source *s)
{
    for (const struct source *of = s; of; of = of->headers)
        for (int i = 0; i < of->count; i++)
            if (is(of, i, "complex") || is(of, i, "thrust") || is(of, i, "cub"))
                return true;
    return s->takes_constexpr;
}

void refuse_whole_numbers(struct source *s)
{
    if (has_others(s))
        return;
    for (int k = 0; k < s->function_count; k++) {
        const struct function *f = &s->functions[k];

        if (!runs_on_device(s, f))
            continue;
        for (int i = next(s, f->body); i >= 0 && i < s->tokens[f->body].match; i = next(s, i))
            if (is_there(s, i) && is(s, next(s, i), "(") && !is(s, previous(s, i), ".") &&
                !is(s, previous(s, i), "->") && !declares(s, f, i) && !is_own(s, i))
                look_up(s, i);
    }
}
