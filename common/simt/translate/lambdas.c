/* What nvcc refuses of lambdas and g++ accepts. */
#include "translate/check.h"
#include "translate/passes.h"
#include "translate/tokens.h"

/* Whether the bracket at i ends an attribute, [[nodiscard]], and no lambda's captures. */
static bool ends_attribute(const struct source *s, int i)
{
    int depth = 1, behind = i;

    while (i > 0 && depth) {
        behind = i;
        i = previous(s, i);
        depth += is(s, i, "]") - is(s, i, "[");
    }
    return is(s, behind, "[");
}

/* `[] __device__ (int i) { ... }`, which the labs do not take. */
static void check_space(struct source *s, int i)
{
    static const char *const spaces[] = {"__device__", "__host__", NULL};

    if (is_one_of(s, i, spaces) && is(s, previous(s, i), "]") && !s->takes_lambdas &&
        !ends_attribute(s, previous(s, i)))
        refuse(s, i,
               "a lambda with %.*s needs nvcc's --extended-lambda, which the labs do not "
               "give: write a struct with a __device__ operator()",
               text_length(s, i), s->tokens[i].text);
}

/* `kernel<<<1, 1>>>([](int i) { ... })`: a function of the host's goes to the device. */
static void check_argument(struct source *s, int i)
{
    int before = previous(s, i), open, behind;

    if (!is(s, i, "[") || !(is(s, before, "(") || is(s, before, ",")))
        return;
    open = enclosing_bracket(s, i);
    if (!is(s, open, "(") || !follows_launch(s, open))
        return;
    behind = next(s, s->tokens[i].match);
    if (is(s, behind, "(") || is(s, behind, "{"))
        refuse(s, i,
               "this lambda runs on the host, and a kernel gets it: give it __device__ behind "
               "its [], with nvcc's --extended-lambda, or write a struct with a __device__ "
               "operator()");
}

void check_lambdas(struct source *s)
{
    for (int i = 0; i < s->count; i++) {
        if (s->tokens[i].conditional || s->tokens[i].inert)
            continue;
        check_space(s, i);
        check_argument(s, i);
    }
}
