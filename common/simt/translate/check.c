/* Refuses what nvcc refuses and g++ would accept: kernels of the wrong form, and calls between
 * host and device. It accuses only where it is certain, and keeps silent where a name may mean
 * something else, or a macro or an #if is near. */
#include "translate/check.h"
#include "translate/passes.h"
#include "translate/tokens.h"
#include <stdio.h>

/* --- the form of a kernel ----------------------------------------------------------------- */

static void check_result(struct source *s, const struct function *f)
{
    bool is_void = false, is_other = false;

    for (int i = f->begin; i >= 0 && i != f->name; i = next(s, i)) {
        if (is(s, i, "void"))
            is_void = true;
        else if (is_basic_type(s, i) || (is_void && is(s, i, "*")))
            is_other = true;
        if (s->tokens[i].match > i)
            i = s->tokens[i].match;
    }
    if (has_word(s, f->begin, f->name, "auto") &&
        !is(s, next(s, s->tokens[f->parameters].match), "->"))
        is_other = true;
    if (is_other)
        refuse(s, f->name, "kernel '%.*s' must return void; results go to memory",
               text_length(s, f->name), s->tokens[f->name].text);
}

/* Returns the & that makes a parameter a reference, or -1. It stands outside of brackets and of
 * default values, or first in parentheses as in int (&a)[4]. */
static int find_reference(const struct source *s, const struct function *f)
{
    int close = s->tokens[f->parameters].match;
    bool in_value = false;

    for (int i = next(s, f->parameters); i >= 0 && i != close; i = next(s, i)) {
        if (is(s, i, ","))
            in_value = false;
        if (is(s, i, "="))
            in_value = true;
        if (in_value && s->tokens[i].match < i)
            continue;
        if (is(s, i, "&") || is(s, i, "&&"))
            return i;
        if (is(s, i, "(") && is(s, next(s, i), "&") && !in_value)
            return next(s, i);
        i = group_end(s, i);
    }
    return -1;
}

/* A kernel is called by neither side, but launched. */
static void check_sides(struct source *s, const struct function *f)
{
    static const char *const sides[] = {"__device__", "__host__"};

    for (int i = 0; i < 2; i++)
        if (has_word(s, f->begin, f->name, sides[i]))
            refuse(s, f->name, "kernel '%.*s' is __global__ and cannot be %s, too",
                   text_length(s, f->name), s->tokens[f->name].text, sides[i]);
}

/* `...`, and classes of the host's by value: whatever a kernel asks of these calls a function
 * of the host. */
static void check_parameters(struct source *s, const struct function *f)
{
    static const char *const classes[] = {
        "vector",           "string", "map",        "set",
        "unordered_map",    "deque",  "list",       "function",
        "unordered_set",    "array",  "unique_ptr", "shared_ptr",
        "initializer_list", NULL};
    int close = s->tokens[f->parameters].match, last = previous(s, close);

    if (is(s, last, "...") && (is(s, previous(s, last), ",") || is(s, previous(s, last), "(")))
        refuse(s, last, "a kernel cannot have '...': name its parameters");
    for (int i = f->parameters; i >= 0 && i < close && !s->takes_constexpr; i = next(s, i)) {
        bool is_there = is(s, previous(s, previous(s, i)), "std") &&
                        is(s, previous(s, i), "::") && is_one_of(s, i, classes);
        int after = next(s, is(s, next(s, i), "<") ? angle_close(s, next(s, i)) : i);

        if (is_there && after >= 0 && !is(s, after, "*") && !is(s, after, "const"))
            refuse(s, i,
                   "std::%.*s belongs to the host, and a kernel runs on the device: pass a "
                   "device pointer, or a structure of yours",
                   text_length(s, i), s->tokens[i].text);
    }
}

/* nvcc takes a reference, and hands the kernel an address of the host's: in a lab that is a
 * slip; in a program it may be to managed memory. Where a launch deduces the parameters' types,
 * the header does not know that one is a reference. */
static void check_reference(struct source *s, const struct function *f)
{
    int reference = find_reference(s, f);

    if (reference >= 0 && !s->is_program)
        refuse(s, reference,
               "kernel '%.*s' cannot take a reference, which would lead to host memory; pass "
               "the value or a device pointer",
               text_length(s, f->name), s->tokens[f->name].text);
    else if (reference >= 0 && f->is_template)
        refuse(s, reference,
               "not supported without a GPU: a reference as a parameter of a kernel that is a "
               "template; pass the value or a pointer");
}

/* Behind the parameters nvcc takes neither noexcept nor throw(). */
static void check_exceptions(struct source *s, const struct function *f)
{
    int behind = next(s, s->tokens[f->parameters].match);

    if (is(s, behind, "noexcept") || is(s, behind, "throw"))
        refuse(s, behind, "a kernel cannot be %.*s: leave that out", text_length(s, behind),
               s->tokens[behind].text);
}

static void check_kernel(struct source *s, const struct function *f)
{
    for (int i = f->begin; i >= 0 && i != f->name; i = next(s, i))
        if (is_macro(s, i)) /* it may hold another function, and this one begins behind it */
            return;
    if (f->is_member && !has_word(s, f->begin, f->name, "friend"))
        refuse(s, f->name, "kernel '%.*s' cannot be a member function", text_length(s, f->name),
               s->tokens[f->name].text);
    check_reference(s, f);
    check_parameters(s, f);
    check_sides(s, f);
    check_result(s, f);
    check_exceptions(s, f);
}

/* --- calls -------------------------------------------------------------------------------- */

enum use { CALL, OTHER_ENTITY, MENTION, UNCLEAR };

/* Whether `using somewhere::name;` brings the name from elsewhere. */
static bool is_imported(const struct source *s, int name)
{
    for (int i = 0; i < s->count; i++)
        if (same_text(s, i, name) && is(s, previous(s, i), "::") && is(s, next(s, i), ";"))
            return true;
    return false;
}

/* `if (a) f(x)` and `(float)f(x)` call f, while `decltype(a) f(x)` and `MACRO(a) f(x)` may
 * declare it. */
static bool is_cast_or_condition(const struct source *s, int close)
{
    int before = previous(s, s->tokens[close].match);

    return !is_name(s, before) && before >= 0 && !is_attribute(s, before);
}

static bool is_template_of_file(const struct source *s, int name)
{
    for (int i = 0; i < s->function_count; i++)
        if (s->functions[i].is_template && same_text(s, s->functions[i].name, name))
            return true;
    return false;
}

/* Whether a name behind token p, with ( after it, can only be called. */
static bool leads_to_call(const struct source *s, int p)
{
    static const char *const sure[] = {
        ";",  "{",  "}",  "(",  "[",  "=",  "+",      "-",    "/",  "%",  "!",  "?",
        "|",  "^",  "==", "!=", "<=", ">=", "&&",     "||",   "+=", "-=", "*=", "/=",
        "|=", "^=", "<<", "++", "--", ":",  "return", "else", "do", NULL};

    if (is(s, p, "*"))
        return is_operand(s, p);
    if (is(s, p, ")"))
        return is_cast_or_condition(s, p);
    if (is(s, p, ","))
        return separates_arguments(s, p);
    if (is(s, p, "<"))
        return is_template_of_file(s, previous(s, p));
    return is_one_of(s, p, sure);
}

/* Returns the token behind the name, or behind its arguments if it is a template's: the ( of
 * f<int>(1). */
static int behind_arguments(const struct source *s, int i)
{
    int after = next(s, i);

    for (int f = 0; is(s, after, "<") && f < s->function_count; f++)
        if (s->functions[f].is_template && same_text(s, s->functions[f].name, i) &&
            is(s, next(s, angle_close(s, after)), "("))
            return next(s, angle_close(s, after));
    return after;
}

/* Whether the scope in front of the :: at p is a namespace or a class of this file. */
static bool is_own_scope(const struct source *s, int p)
{
    static const char *const words[] = {"namespace", "struct", "class", NULL};
    int scope = previous(s, p);

    for (int i = 0; scope >= 0 && i < s->count; i++)
        if (is_one_of(s, previous(s, i), words) && same_text(s, i, scope) &&
            is(s, next(s, i), "{"))
            return true;
    return false;
}

static bool is_class(const struct source *s, int i)
{
    static const char *const words[] = {"struct", "class", NULL};

    for (int j = 0; i >= 0 && j < s->count; j++)
        if (is_one_of(s, previous(s, j), words) && same_text(s, j, i))
            return true;
    return false;
}

/* Whether the name is a member's: x.f, x->f, type::f. */
static bool is_member_of(const struct source *s, int i)
{
    int p = previous(s, i);

    return is(s, p, ".") || is(s, p, "->") || (is(s, p, "::") && is_class(s, previous(s, p)));
}

static enum use use_of(const struct source *s, int i)
{
    int p = previous(s, i), after = behind_arguments(s, i);

    if (is(s, p, ".") || is(s, p, "->") || (is(s, p, "::") && is_own_scope(s, p)))
        return is(s, after, "(") ? CALL : OTHER_ENTITY;
    if (is(s, p, "::"))
        return OTHER_ENTITY;
    if (is(s, after, "<<<"))
        return MENTION;
    if (is(s, after, "(") && leads_to_call(s, p))
        return CALL;
    if (is(s, p, "(") && (is(s, after, ",") || is(s, after, ")")))
        return MENTION;
    return UNCLEAR;
}

/* Whether device code takes the address of a function, as in `pointer = f;`. */
static bool takes_function(const struct source *s, const struct function *f, int i)
{
    return runs_on_device(s, f) && is(s, previous(s, i), "=") && is(s, next(s, i), ";");
}

/* Whether `name` may be declared in f: as a parameter, a variable, a lambda. */
static bool is_shadowed(const struct source *s, const struct function *f, int name)
{
    int close = s->tokens[f->body].match;

    for (int i = f->parameters; i != close; i++)
        if (same_text(s, i, name) && !takes_function(s, f, i) &&
            (s->tokens[i].region != MAIN || use_of(s, i) == UNCLEAR))
            return true;
    return false;
}

static void accuse(struct source *s, const struct function *f, int i, enum space callee)
{
    enum space caller = space_of(s, f);
    int length = text_length(s, i), from = text_length(s, f->name);
    const char *name = s->tokens[i].text, *in = s->tokens[f->name].text;

    if (callee == KERNEL)
        refuse(s, i, "kernel '%.*s' is called without <<<grid, block>>>", length, name);
    else if (callee == DEVICE && caller == HOST)
        refuse(
            s, i,
            "__device__ function '%.*s' is called by '%.*s', which runs on the host; declare "
            "it __host__ __device__, or call it in a kernel",
            length, name, from, in);
    else if (callee == HOST && (caller == DEVICE || caller == KERNEL))
        refuse(s, i,
               "host function '%.*s' is called by '%.*s', which runs on the device; declare it "
               "__device__ or __host__ __device__",
               length, name, from, in);
}

static bool is_launch(const struct source *s, int i)
{
    return use_of(s, i) == MENTION && is(s, next(s, i), "<<<");
}

static void accuse_launch(struct source *s, int i, enum space callee)
{
    if (callee != KERNEL)
        refuse(s, i, "'%.*s' is launched and is no kernel; declare it __global__ void",
               text_length(s, i), s->tokens[i].text);
}

/* Whether some class has a variable of this name: such a variable can be called as well. */
static bool has_field(const struct source *s, int name)
{
    for (int v = 0; v < s->variables_count; v++)
        for (int i = s->variables[v].begin; i >= 0 && i < s->variables[v].end; i = next(s, i))
            if (s->variables[v].is_member && same_text(s, i, name))
                return true;
    return false;
}

static bool has_method(const struct source *s, int name)
{
    for (int i = 0; i < s->function_count; i++)
        if (s->functions[i].is_member && same_text(s, s->functions[i].name, name))
            return true;
    return false;
}

/* Returns the class of a in a.f(), a->f() or a[i].f(), if that class declares such a method; or
 * -1. */
static int called_class(const struct source *s, const struct function *f, int i)
{
    bool arrow = is(s, previous(s, i), "->"), element = arrow;
    int object = arrow || is(s, previous(s, i), ".") ? previous(s, previous(s, i)) : -1, class;

    if (is(s, object, "]") && !arrow) {
        object = previous(s, s->tokens[object].match);
        element = true;
    }
    if (!is_name(s, object) || is(s, previous(s, object), ".") ||
        is(s, previous(s, object), "->"))
        return -1;
    class = class_of_variable(s, f, object, element);
    for (int k = 0; class >= 0 && k < s->function_count; k++)
        if (same_text(s, s->functions[k].name, i) &&
            same_text(s, enclosing_class(s, s->functions[k].begin), class))
            return class;
    return -1;
}

/* Where an object's class is not known, these methods may be those of the C++ library. */
static bool may_be_library(const struct source *s, int i)
{
    static const char *const names[] = {"size", "empty", "begin", "end",    "data", "front",
                                        "back", "at",    "count", "insert", "find", "get",
                                        "load", "store", "min",   "max",    NULL};

    return is_one_of(s, i, names);
}

/* Which function a template calls may depend on its arguments: `width(x)` may be found in the
 * namespace of x. */
static bool may_depend(const struct source *s, const struct function *f, int i)
{
    return f->is_template && !is_function(s, i) && !is(s, next(s, i), "<<<");
}

static void check_call(struct source *s, const struct function *f, int i)
{
    enum space callee;
    bool launch = is_launch(s, i), member = is_member_of(s, i);
    int class = member ? called_class(s, f, i) : -1;

    if (s->tokens[i].kind != IDENTIFIER || s->tokens[i].conditional ||
        (use_of(s, i) != CALL && !launch && !takes_function(s, f, i)))
        return;
    if ((member && class < 0 && may_be_library(s, i)) || (!member && may_depend(s, f, i)))
        return;
    callee = space_of_name(s, i, member, class);
    if (callee == UNCERTAIN || (!member && is_shadowed(s, f, i)) || is_imported(s, i) ||
        has_field(s, i) || (!member && f->is_member && has_method(s, i)))
        return;
    if (launch)
        accuse_launch(s, i, callee);
    else if (callee != BOTH)
        accuse(s, f, i, callee);
}

/* --- constructors ------------------------------------------------------------------------- */

static bool is_constructor(const struct source *s, const struct function *f)
{
    static const char *const words[] = {
        "explicit", "inline", "constexpr", "__host__", "__device__", "__forceinline__", NULL};

    if (!f->is_member || is(s, next(s, s->tokens[f->parameters].match), "="))
        return false;
    for (int i = f->begin; i != f->name; i = next(s, i))
        if (i < 0 || !is_one_of(s, i, words))
            return false;
    return true;
}

enum space space_of_constructors(const struct source *s, int name)
{
    enum space common = UNCERTAIN;

    for (int i = 0; i < s->function_count; i++) {
        const struct function *f = &s->functions[i];
        bool device, host;

        if (!same_text(s, f->name, name) || is(s, previous(s, f->name), "~"))
            continue;
        if (!is_constructor(s, f) || is_macro(s, name))
            return UNCERTAIN;
        device = has_word(s, f->begin, f->name, "__device__");
        host = has_word(s, f->begin, f->name, "__host__") || !device;
        if (common != UNCERTAIN && common != (device ? (host ? BOTH : DEVICE) : HOST))
            return UNCERTAIN;
        common = device ? (host ? BOTH : DEVICE) : HOST;
    }
    return common;
}

/* Whether the class at i is constructed: `box b;`, `box b(1)`, `box(1)`. A copy, as in `box
 * b(a)`, calls none of the constructors that the file declares. */
static bool constructs(const struct source *s, int i)
{
    int after = next(s, i), argument;

    if (is(s, previous(s, i), ".") || is(s, previous(s, i), "->") ||
        is(s, previous(s, i), "struct"))
        return false;
    if (is_name(s, after))
        after = next(s, after);
    else if (!is(s, after, "("))
        return false;
    if (is(s, after, ";") || is(s, after, "["))
        return true;
    argument = next(s, after);
    return (is(s, after, "(") || is(s, after, "{")) && argument >= 0 &&
           (s->tokens[argument].kind == NUMBER || is(s, next(s, argument), ","));
}

static void check_constructor(struct source *s, const struct function *f, int i)
{
    enum space built = UNCERTAIN;
    bool device = runs_on_device(s, f);

    if (is_name(s, i) && !s->tokens[i].conditional && constructs(s, i))
        built = space_of_constructors(s, i);
    if (built == HOST && device)
        refuse(s, i,
               "the constructor of '%.*s' is a host function, and '%.*s' runs on the device; "
               "declare it __host__ __device__",
               text_length(s, i), s->tokens[i].text, text_length(s, f->name),
               s->tokens[f->name].text);
    else if (built == DEVICE && space_of(s, f) == HOST)
        refuse(s, i,
               "the constructor of '%.*s' is a __device__ function, and '%.*s' runs on the "
               "host; declare it __host__ __device__",
               text_length(s, i), s->tokens[i].text, text_length(s, f->name),
               s->tokens[f->name].text);
}

static bool has_device_lambda(const struct source *s, const struct function *f)
{
    int close = s->tokens[f->body].match;

    return has_word(s, f->body, close, "__device__") || has_word(s, f->body, close, "__host__");
}

static void check_calls(struct source *s, const struct function *f)
{
    int close;

    if (f->body < 0 || space_of(s, f) == UNCERTAIN || has_device_lambda(s, f) ||
        is_never_made(s, f))
        return;
    close = s->tokens[f->body].match;
    for (int i = next(s, f->body); i >= 0 && i != close; i = next(s, i)) {
        if (s->tokens[i].kind == IDENTIFIER && hides_arguments(s, i))
            i = s->tokens[next(s, i)].match;
        else {
            check_call(s, f, i);
            check_constructor(s, f, i);
        }
        if (i < 0)
            return;
    }
}

/* Whether the words before the name say what the function returns: without one a macro of a
 * header may hold `__global__ void`. */
static bool has_basic_type(const struct source *s, const struct function *f)
{
    for (int i = f->begin; i >= 0 && i != f->name; i = next(s, i))
        if (is_basic_type(s, i))
            return true;
    return false;
}

/* `__launch_bounds__(256)`, of a function that is not launched. */
static void check_bounds(struct source *s, const struct function *f)
{
    bool of_host = has_basic_type(s, f) && space_of(s, f) == HOST;

    if (has_word(s, f->begin, f->name, "__launch_bounds__") &&
        (of_host || has_word(s, f->begin, f->name, "__device__")))
        refuse(s, f->name, "'%.*s' is no kernel, and __launch_bounds__ is for one",
               text_length(s, f->name), s->tokens[f->name].text);
}

void check_functions(struct source *s)
{
    for (int i = 0; i < s->function_count; i++) {
        const struct function *f = &s->functions[i];

        if (has_word(s, f->begin, f->name, "__global__"))
            check_kernel(s, f);
        else
            check_bounds(s, f);
        check_calls(s, f);
    }
}
