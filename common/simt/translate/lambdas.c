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

/* Whether the bracket at i begins a lambda that has no __device__. */
static bool begins_host_lambda(const struct source *s, int i)
{
    int behind = is(s, i, "[") ? next(s, s->tokens[i].match) : -1;

    return is(s, behind, "(") || is(s, behind, "{");
}

/* Whether the name at i is the last declared one before it, as `auto name = [](int i) {...};`.
 */
static bool names_host_lambda(const struct source *s, int i)
{
    for (int j = previous(s, i); j >= 0; j = previous(s, j))
        if (same_text(s, j, i) && is_name(s, previous(s, j)))
            return is(s, previous(s, j), "auto") && is(s, next(s, j), "=") &&
                   begins_host_lambda(s, next(s, next(s, j)));
    return false;
}

/* Whether the kernel of the launch whose arguments open here is a template: another one takes
 * the address of a function, and nvcc lets it. */
static bool launches_template(const struct source *s, int open)
{
    int i = open, name;

    while (i >= 0 && !is(s, i, "<<<"))
        i = previous(s, i);
    name = previous(s, i);
    if (is(s, name, ">"))
        name = previous(s, angle_open(s, name));
    for (int f = 0; f < s->function_count; f++)
        if (name >= 0 && same_text(s, s->functions[f].name, name))
            return s->functions[f].is_template;
    return false;
}

/* `kernel<<<1, 1>>>([](int i) { ... })`: a function of the host's goes to the device. */
static void check_argument(struct source *s, int i)
{
    int before = previous(s, i), behind = next(s, i), open;
    bool alone = is_name(s, i) && (is(s, behind, ",") || is(s, behind, ")"));

    if (!(alone || begins_host_lambda(s, i)) || !(is(s, before, "(") || is(s, before, ",")))
        return;
    open = enclosing_bracket(s, i);
    if (!is(s, open, "(") || !follows_launch(s, open))
        return;
    if (!alone || (launches_template(s, open) && names_host_lambda(s, i)))
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
