/* Refuses objects that nvcc refuses for what makes them: a constructor of the host's that a
 * base class or a member has, or that copies; a virtual function that overrides one of another
 * side; and a variable of the device that a constructor would have to run for, before any
 * kernel does.
 *
 *   struct A { int a; A() : a(1) { } };     struct B : A { int b; };
 *   __global__ void k(int *x) { B b; }      __device__ B c;
 */
#include "translate/check.h"
#include "translate/passes.h"
#include "translate/tokens.h"

#define DEEPEST 4 /* classes in classes: what is deeper is not looked at */

/* --- classes and what they consist of ----------------------------------------------------- */

/* Returns the { of the only class of this name that the file has, or -1. */
static int class_body(const struct source *s, int name)
{
    int found = -1;

    for (int i = 0; i < s->count && name >= 0; i++) {
        int open = is(s, i, "{") ? next(s, i) : -1, class = enclosing_class(s, open);

        if (!same_text(s, class, name) || is(s, open, "}"))
            continue;
        if (found >= 0 || s->tokens[i].conditional)
            return -1;
        found = i;
    }
    return found;
}

/* Returns the name of the class's base behind token i, or its first one; or -1. */
static int next_base(const struct source *s, int body, int i)
{
    int class = i < 0 ? enclosing_class(s, next(s, body)) : -1;
    int start = i < 0 ? next(s, class) : next(s, i);

    for (int k = start; k >= 0 && k < body; k = next(s, group_end(s, k)))
        if (is_name(s, k) &&
            (is(s, next(s, k), ",") || next(s, k) == body || is(s, next(s, k), "<")))
            return k;
    return -1;
}

/* Returns the class's type that the member is of, as in `A a;` and `A a[2];`, or -1. */
static int member_class(const struct source *s, const struct variables *v, int body)
{
    int type = v->begin, name;

    if (!v->is_member || enclosing_bracket(s, type) != body || s->tokens[type].conditional)
        return -1;
    name = next(s, type);
    if (is(s, name, "<"))
        name = next(s, angle_close(s, name));
    return is_name(s, type) && is_name(s, name) && name < v->end ? type : -1;
}

static bool takes_nothing(const struct source *s, const struct function *f)
{
    int first = next(s, f->parameters);

    return s->tokens[f->parameters].match == first || is(s, first, "void");
}

/* Returns the number of the class's constructor without parameters, -1 where it has none but
 * others, and -2 where it has none at all. */
static int default_constructor(const struct source *s, int class, int body)
{
    int found = -2;

    for (int i = 0; i < s->function_count; i++) {
        const struct function *f = &s->functions[i];

        if (!f->is_member || !same_text(s, f->name, class) ||
            is(s, previous(s, f->name), "~") || enclosing_bracket(s, f->begin) != body)
            continue;
        if (takes_nothing(s, f))
            return i;
        found = -1;
    }
    return found;
}

/* --- constructors of the host ------------------------------------------------------------- */

static bool is_made_by_host(const struct source *s, int class, int depth);

static bool has_part_of_host(const struct source *s, int body, int depth)
{
    for (int base = next_base(s, body, -1); base >= 0; base = next_base(s, body, base))
        if (is_made_by_host(s, base, depth + 1))
            return true;
    for (int v = 0; v < s->variables_count; v++)
        if (is_made_by_host(s, member_class(s, &s->variables[v], body), depth + 1))
            return true;
    return false;
}

/* Whether an object of the class, made without values, takes a constructor of the host's. */
static bool is_made_by_host(const struct source *s, int class, int depth)
{
    int body = depth > DEEPEST ? -1 : class_body(s, class);
    int own = body < 0 ? -1 : default_constructor(s, class, body);

    if (body < 0 || own == -1)
        return false;
    if (own >= 0)
        return space_of_constructors(s, class) == HOST &&
               !has_word(s, s->functions[own].begin, s->functions[own].name, "constexpr");
    return has_part_of_host(s, body, depth);
}

static void refuse_constructor(struct source *s, int i, int class, const char *kind)
{
    refuse(
        s, i,
        "the %sconstructor of '%.*s', or of what it consists of, is a host function, and this "
        "runs on the device; declare it __host__ __device__",
        kind, text_length(s, class), s->tokens[class].text);
}

/* `B b;` where B itself has no constructor: check.c looks at those that have. */
static void check_parts(struct source *s, int i)
{
    static const char *const before[] = {";", "{", "}", NULL};
    int name = next(s, i), body;

    if (is_basic_type(s, i) || !is_name(s, i) || !is_name(s, name) ||
        !is_one_of(s, previous(s, i), before) ||
        !(is(s, next(s, name), ";") || is(s, next(s, name), "[")))
        return;
    body = class_body(s, i);
    if (body >= 0 && default_constructor(s, i, body) == -2 && has_part_of_host(s, body, 0))
        refuse_constructor(s, i, i, "");
}

/* `B() { }` of the device, whose base the host's constructor makes. */
static void check_own_parts(struct source *s, const struct function *f)
{
    int class = f->is_member ? enclosing_class(s, f->begin) : -1;

    if (same_text(s, f->name, class) && !is(s, previous(s, f->name), "~") &&
        takes_nothing(s, f) && is(s, next(s, s->tokens[f->parameters].match), "{") &&
        has_part_of_host(s, enclosing_bracket(s, f->begin), 0))
        refuse_constructor(s, f->name, f->name, "");
}

/* Whether the class declares `A(const A &a)`, and for the host. */
static bool is_copied_by_host(const struct source *s, int class)
{
    int body = class_body(s, class);

    for (int i = 0; body >= 0 && i < s->function_count; i++) {
        const struct function *f = &s->functions[i];
        int type = next(s, f->parameters);

        if (is(s, type, "const"))
            type = next(s, type);
        if (f->is_member && f->body >= 0 && same_text(s, f->name, class) &&
            enclosing_bracket(s, f->begin) == body && same_text(s, type, class) &&
            is(s, next(s, type), "&"))
            return !has_word(s, f->begin, f->name, "__device__") &&
                   !has_word(s, f->begin, f->name, "constexpr");
    }
    return false;
}

/* `A b = a;` and `A b(a);` where a is an A of the function's. */
static void check_copy(struct source *s, const struct function *f, int i)
{
    int name = next(s, i), open = next(s, name), from = next(s, open);

    if (!is_name(s, i) || !is_name(s, name) || !is_name(s, from) ||
        !((is(s, open, "=") && is(s, next(s, from), ";")) ||
          ((is(s, open, "(") || is(s, open, "{")) && s->tokens[open].match == next(s, from))))
        return;
    if (same_text(s, class_of_variable(s, f, from, false), i) && is_copied_by_host(s, i))
        refuse_constructor(s, i, i, "copy ");
}

/* --- virtual functions -------------------------------------------------------------------- */

static int parameter_count(const struct source *s, const struct function *f)
{
    int count = !takes_nothing(s, f);

    for (int i = next(s, f->parameters); i >= 0 && i < s->tokens[f->parameters].match;
         i = next(s, group_end(s, i)))
        count += is(s, i, ",");
    return count;
}

/* Whether the function's declaration says that it is virtual. */
static bool is_virtual(const struct source *s, const struct function *f)
{
    int i = next(s, s->tokens[f->parameters].match);

    while (is(s, i, "const") || is(s, i, "noexcept") || is(s, i, "final"))
        i = next(s, i);
    return has_word(s, f->begin, f->name, "virtual") || is(s, i, "override");
}

/* Whether a base of the class has a virtual function which this one overrides, and that runs
 * elsewhere. */
static bool overrides_other_side(const struct source *s, const struct function *f, int body,
                                 int depth)
{
    for (int base = next_base(s, body, -1); base >= 0 && depth < DEEPEST;
         base = next_base(s, body, base)) {
        int of = class_body(s, base);

        for (int i = 0; of >= 0 && i < s->function_count; i++) {
            const struct function *g = &s->functions[i];

            if (same_text(s, g->name, f->name) && enclosing_bracket(s, g->begin) == of &&
                is_virtual(s, g) && !is(s, previous(s, g->name), "~") &&
                parameter_count(s, f) == parameter_count(s, g))
                return has_word(s, f->begin, f->name, "__device__") !=
                           has_word(s, g->begin, g->name, "__device__") ||
                       (has_word(s, f->begin, f->name, "__device__") &&
                        has_word(s, f->begin, f->name, "__host__") !=
                            has_word(s, g->begin, g->name, "__host__"));
        }
        if (of >= 0 && overrides_other_side(s, f, of, depth + 1))
            return true;
    }
    return false;
}

static bool has_macro(const struct source *s, const struct function *f)
{
    for (int i = f->begin; i != f->name; i = next(s, i))
        if (i < 0 || is_macro(s, i) || s->tokens[i].conditional)
            return true;
    return false;
}

static void check_override(struct source *s, const struct function *f)
{
    int body = f->is_member ? enclosing_bracket(s, f->begin) : -1;

    if (body >= 0 && enclosing_class(s, f->begin) >= 0 && !f->is_template && !has_macro(s, f) &&
        overrides_other_side(s, f, body, 0))
        refuse(s, f->name,
               "'%.*s' overrides a virtual function that runs elsewhere: declare both for the "
               "same sides, __host__ or __device__ or both",
               text_length(s, f->name), s->tokens[f->name].text);
}

/* --- variables of the device -------------------------------------------------------------- */

/* Whether `S() { }` does nothing. */
static bool does_nothing(const struct source *s, const struct function *f)
{
    return f->body >= 0 && is(s, next(s, s->tokens[f->parameters].match), "{") &&
           s->tokens[f->body].match == next(s, f->body);
}

static bool is_made_late(const struct source *s, int class, int depth);

static bool has_late_part(const struct source *s, int body, int depth)
{
    for (int base = next_base(s, body, -1); base >= 0; base = next_base(s, body, base))
        if (is_made_late(s, base, depth + 1))
            return true;
    for (int v = 0; v < s->variables_count; v++)
        if (is_made_late(s, member_class(s, &s->variables[v], body), depth + 1))
            return true;
    return false;
}

/* Whether a variable of the class, made without values, takes a constructor that does something
 * and that the compiler cannot run. */
static bool is_made_late(const struct source *s, int class, int depth)
{
    int body = depth > DEEPEST ? -1 : class_body(s, class), own;
    const struct function *f;

    if (body < 0)
        return false;
    own = default_constructor(s, class, body);
    if (own < 0)
        return own == -2 && has_late_part(s, body, depth);
    f = &s->functions[own];
    if (f->body < 0 || has_macro(s, f))
        return false;
    if (is(s, next(s, s->tokens[f->parameters].match), "=") || does_nothing(s, f))
        return has_late_part(s, body, depth);
    return !has_word(s, f->begin, f->name, "constexpr");
}

/* `__device__ S a, b[2];`: nothing runs on the device before the first kernel. */
static void check_device_variables(struct source *s, const struct variables *v)
{
    static const char *const spaces[] = {"__device__", "__constant__", "__managed__", NULL};
    static const char *const behind[] = {";", "[", ",", NULL};
    bool is_on_device = false;

    for (int i = v->begin; i >= 0 && i < v->end && !is(s, i, "extern"); i = next(s, i)) {
        int name = next(s, i);

        is_on_device |= is_one_of(s, i, spaces);
        if (is(s, name, "<"))
            name = next(s, angle_close(s, name));
        if (!is_on_device || !is_name(s, i) || !is_name(s, name) ||
            !is_one_of(s, next(s, name), behind) || s->tokens[i].conditional)
            continue;
        if (has_word(s, name, statement_end(s, name), "=") || !is_made_late(s, i, 0))
            return;
        refuse(
            s, name,
            "the constructor of '%.*s' would run before the first kernel, and nothing does on "
            "the device: make it constexpr, or give the variable its values by "
            "cudaMemcpyToSymbol",
            text_length(s, i), s->tokens[i].text);
        return;
    }
}

void check_objects(struct source *s)
{
    for (int k = 0; k < s->variables_count; k++)
        if (!s->variables[k].is_member)
            check_device_variables(s, &s->variables[k]);
    for (int k = 0; k < s->function_count; k++) {
        const struct function *f = &s->functions[k];

        check_override(s, f);
        if (f->body < 0 || !runs_on_device(s, f))
            continue;
        check_own_parts(s, f);
        for (int i = next(s, f->body); i >= 0 && i < s->tokens[f->body].match; i = next(s, i)) {
            if (s->tokens[i].kind != IDENTIFIER || s->tokens[i].conditional)
                continue;
            check_parts(s, i);
            check_copy(s, f, i);
        }
    }
}
