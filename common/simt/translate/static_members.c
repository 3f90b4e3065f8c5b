/* Refuses kernels that use static members of classes as nvcc does: these are the host's. Of a
 * constant the device knows the value, and of an array of constants each element whose index is
 * known; it has no address of either:
 *
 *   struct S { static int n; static constexpr int K[3] = {1, 2, 3}; };
 *   __global__ void k(int *x, int i) { x[0] = S::K[1]; x[1] = S::K[i]; x[2] = S::n; }
 */
#include "translate/check.h"
#include "translate/passes.h"
#include "translate/tokens.h"

enum kind { OTHER, VARIABLE, CONSTANT, CONSTANT_ARRAY };

/* Returns the name in `static int name = 1;`, `static int name[3]`; or -1. */
static int declared_name(const struct source *s, const struct variables *v)
{
    static const char *const behind[] = {"[", "=", ";", "{", NULL};

    for (int i = v->begin; i >= 0 && i <= v->end; i = next(s, i)) {
        if (is_name(s, i) && is_one_of(s, next(s, i), behind))
            return i;
        if (is_macro(s, i) || is(s, i, "=") || is(s, i, ",") || is(s, i, "("))
            return -1;
        i = group_end(s, i);
    }
    return -1;
}

static bool has_value(const struct source *s, const struct variables *v, int name)
{
    return has_word(s, name, v->end, "=") || is(s, v->end, "{") || is(s, next(s, name), "{");
}

static enum kind kind_of(const struct source *s, const struct variables *v, int name)
{
    static const char *const others[] = {"__device__", "__constant__", "__managed__", "using",
                                         "typedef",    "thread_local", "volatile",    NULL};
    bool is_const = false, is_constexpr = false, is_static = false;

    for (int i = v->begin; i >= 0 && i != name; i = next(s, i)) {
        if (is_one_of(s, i, others) || s->tokens[i].conditional || is(s, i, "*"))
            return OTHER;
        is_static |= is(s, i, "static");
        is_const |= is(s, i, "const");
        is_constexpr |= is(s, i, "constexpr");
    }
    if (!is_static)
        return OTHER;
    if (is_constexpr)
        return is(s, next(s, name), "[") ? CONSTANT_ARRAY : CONSTANT;
    if (!is_const)
        return VARIABLE;
    return has_value(s, v, name) && !is(s, next(s, name), "[") ? CONSTANT : OTHER;
}

/* Returns the class in S::name and S<int>::name, or -1. */
static int named_class(const struct source *s, int i)
{
    int class = is(s, previous(s, i), "::") ? previous(s, previous(s, i)) : -1;

    return is(s, class, ">") ? previous(s, angle_open(s, class)) : class;
}

/* Whether token i of the function's body is the member of that class. */
static bool is_use(const struct source *s, const struct function *f, int i, int name, int class)
{
    int p = previous(s, i);

    if (!same_text(s, i, name) || s->tokens[i].conditional || is(s, p, ".") || is(s, p, "->"))
        return false;
    if (is(s, p, "::"))
        return same_text(s, named_class(s, i), class);
    return enclosing_class(s, f->begin) == class && !declares(s, f, i);
}

/* Whether the elements of which the name at i has one, `K[1][2]`, are known to the compiler. */
static bool is_known_element(const struct source *s, const struct function *f, int i)
{
    int open = next(s, i);

    if (!is(s, open, "[") || takes_address(s, i))
        return false;
    for (; is(s, open, "[") && s->tokens[open].match > open;
         open = next(s, s->tokens[open].match))
        if (late_name(s, f, open) >= 0)
            return false;
    return true;
}

static void check_use(struct source *s, const struct function *f, int i, int constant,
                      enum kind kind)
{
    int length = text_length(s, i);
    const char *name = s->tokens[i].text;

    if (kind == VARIABLE)
        refuse(s, i,
               "%.*s is a host variable, and this runs on the device: pass it to the kernel, "
               "or declare a __device__ variable outside of the class",
               length, name);
    else if (kind == CONSTANT_ARRAY && !is_known_element(s, f, i))
        refuse(s, i,
               "%.*s is an array of the host, of which the device knows elements whose index "
               "is a constant: declare a __constant__ array outside of the class",
               length, name);
    else if (kind == CONSTANT && (takes_address(s, i) || binds_reference(s, f, i, constant)))
        refuse(s, i,
               "%.*s is a constant of the host: the device knows its value and has no address "
               "of it, which a reference needs; copy it to a variable first",
               length, name);
}

/* Whether nvcc builds the function for the device, whoever calls it. */
static bool is_built_for_device(const struct source *s, const struct function *f)
{
    return runs_on_device(s, f) || (f->body >= 0 && !f->is_template && space_of(s, f) == BOTH);
}

static void check_member(struct source *s, int name, int class, enum kind kind)
{
    for (int k = 0; k < s->function_count; k++) {
        const struct function *f = &s->functions[k];
        int close = f->body < 0 ? -1 : s->tokens[f->body].match;

        if (close < 0 || !is_built_for_device(s, f))
            continue;
        for (int i = next(s, f->body); i >= 0 && i < close; i = next(s, i)) {
            if (s->tokens[i].kind == IDENTIFIER && hides_arguments(s, i))
                i = s->tokens[next(s, i)].match;
            else if (!is(s, previous(s, i), "sizeof") && is_use(s, f, i, name, class))
                check_use(s, f, i, name, kind);
            if (i < 0)
                break;
        }
    }
}

/* Whether the file has one class of this name, and no specialisation of it. */
static bool is_only_one(const struct source *s, int class)
{
    int count = 0;

    for (int i = 0; i < s->count; i++)
        count += same_text(s, i, class) &&
                 (is(s, previous(s, i), "struct") || is(s, previous(s, i), "class")) &&
                 !is(s, next(s, i), ";");
    return count == 1;
}

void check_static_members(struct source *s)
{
    for (int k = 0; k < s->variables_count; k++) {
        const struct variables *v = &s->variables[k];
        int class = v->is_member ? enclosing_class(s, v->begin) : -1;
        int name = class < 0 || !is_only_one(s, class) ? -1 : declared_name(s, v);
        enum kind kind = name < 0 ? OTHER : kind_of(s, v, name);

        if (kind != OTHER)
            check_member(s, name, class, kind);
    }
}
