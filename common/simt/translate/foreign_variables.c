/* Refuses kernels that read the host's variables, as nvcc does, and host code that reads the
 * device's, where nvcc silently takes another variable of that name. A constant of the host is
 * allowed as long as nobody needs its address. Like check.c, it accuses only where it is
 * certain. */
#include "translate/check.h"
#include "translate/passes.h"
#include "translate/tokens.h"

/* --- the variables of the file ------------------------------------------------------------ */

enum kind { UNKNOWN, HOST_VARIABLE, CONSTANT, CONSTANT_ARRAY, DEVICE_VARIABLE };

/* Whether the word says neither where a variable is nor what its type is. */
static bool is_storage(const struct source *s, int i)
{
    static const char *const words[] = {"static", "inline",       "extern",    "const",
                                        "struct", "thread_local", "constexpr", "volatile",
                                        "class",  "enum",         "union",     NULL};

    return is_one_of(s, i, words) || s->tokens[i].kind != IDENTIFIER;
}

static bool is_on_device(const struct source *s, int i)
{
    static const char *const words[] = {"__device__", "__constant__", "__managed__",
                                        "__shared__", NULL};

    return is_one_of(s, i, words);
}

/* Whether the word belongs to a declaration of something else than a variable, or of one whose
 * place is uncertain. */
static bool is_foreign(const struct source *s, int i)
{
    static const char *const words[] = {"typedef",       "using",    "friend",      "namespace",
                                        "static_assert", "template", "__managed__", NULL};

    return is_one_of(s, i, words) || is_macro(s, i) || s->tokens[i].conditional ||
           s->tokens[i].region != MAIN;
}

/* Returns the name of the first declarator from token i on, or -1. */
static int first_name(const struct source *s, int i, int end)
{
    static const char *const behind[] = {"[", "=", ",", ";", NULL};

    for (; i >= 0 && i <= end; i = next(s, i)) {
        int after = next(s, i);
        bool ends = is_one_of(s, after, behind) || (is(s, after, "{") && after == end);

        if (is_name(s, i) && ends)
            return i;
        if (is(s, i, "="))
            return -1;
        i = group_end(s, i);
    }
    return -1;
}

/* Returns the comma behind the declarator of `name`, or -1. */
static int next_comma(const struct source *s, int name, int end)
{
    for (int i = next(s, name); i >= 0 && i < end; i = next(s, i)) {
        if (is(s, i, ","))
            return i;
        if (s->tokens[i].match > i)
            i = s->tokens[i].match;
    }
    return -1;
}

static int next_name(const struct source *s, int name, int end)
{
    int i = next(s, next_comma(s, name, end));

    while (is(s, i, "*") || is(s, i, "const"))
        i = next(s, i);
    return i >= 0 && is_name(s, i) ? i : -1;
}

/* Whether the words in front of a declarator name one type, and no other word is unknown. */
static bool names_one_type(const struct source *s, int begin, int name)
{
    int basic = 0, unknown = 0;

    for (int i = begin; i >= 0 && i != name; i = next(s, i)) {
        if (is_foreign(s, i))
            return false;
        if (is(s, i, "<") || s->tokens[i].match > i)
            i = is(s, i, "<") ? angle_close(s, i) : s->tokens[i].match;
        else if (is_basic_type(s, i))
            basic++;
        else if (!is_storage(s, i) && !is_on_device(s, i) && !is(s, next(s, i), "::"))
            unknown++;
    }
    return basic ? !unknown : unknown == 1;
}

/* nvcc knows the values of numbers that are const, and of pointers only where constexpr says
 * so. */
static bool is_constant(const struct source *s, int begin, int name)
{
    bool is_const = false;

    for (int i = begin; i >= 0 && i != name; i = next(s, i)) {
        if (is(s, i, "constexpr"))
            return true;
        if (is(s, i, "volatile") || is(s, i, "*"))
            return false;
        is_const |= is(s, i, "const");
    }
    return is_const;
}

/* Whether each function of this name that the file has may be called by the compiler. */
static bool is_constexpr(const struct source *s, int name)
{
    for (int i = 0; i < s->function_count; i++)
        if (same_text(s, s->functions[i].name, name) &&
            !has_word(s, s->functions[i].begin, s->functions[i].name, "constexpr") &&
            !has_word(s, s->functions[i].begin, s->functions[i].name, "consteval"))
            return false;
    return true;
}

/* Whether the file declares a variable of this name, and each of them may change. */
static bool is_variable(const struct source *s, int name)
{
    bool found = false;

    for (int k = 0; k < s->variables_count; k++) {
        const struct variables *v = &s->variables[k];
        int first = v->is_member ? -1 : first_name(s, v->begin, v->end);

        for (int i = first; i >= 0; i = next_name(s, i, v->end)) {
            if (!same_text(s, i, name))
                continue;
            if (is_constant(s, v->begin, first) || !names_one_type(s, v->begin, first))
                return false;
            found = true;
        }
    }
    return found;
}

/* Whether nvcc's compiler knows what this function of <cmath> gives. It knows no other. */
static bool is_known_mathematics(const struct source *s, int i)
{
    return is(s, i, "ceil") || (is(s, i, "fabs") && is(s, previous(s, i), "::"));
}

/* Whether the constant's value takes a call of a function or a variable: then the compiler does
 * not know it. */
static bool is_computed(const struct source *s, int name)
{
    static const char *const others[] = {"atoi", "atof", "time", "rand", "getenv", NULL};

    for (int i = next(s, name); i >= 0 && !is(s, i, ";") && !is(s, i, ","); i = next(s, i)) {
        bool is_call = is(s, next(s, i), "("), is_own = is_function(s, i) || is_macro(s, i);

        if (is(s, i, "sizeof") || is(s, i, "alignof") || is(s, i, "decltype"))
            return false;
        if (is_call && !is_own && !is_known_mathematics(s, i) &&
            (is_mathematics(s, i, 0) || is_one_of(s, i, others)))
            return true;
        if (is_call && is_function(s, i) && !is_macro(s, i) && !is_constexpr(s, i))
            return true;
        if (!is_call && is_name(s, i) && !is(s, previous(s, i), "::") &&
            !is(s, previous(s, i), ".") && is_variable(s, i))
            return !is(s, previous(s, i), "&");
    }
    return false;
}

static bool has_device_word(const struct source *s, int begin, int name)
{
    for (int i = begin; i >= 0 && i != name; i = next(s, i))
        if (is_on_device(s, i))
            return true;
    return false;
}

static bool has_texture_reference(const struct source *s, int begin, int name)
{
    for (int i = begin; i >= 0 && i != name; i = next(s, i))
        if (is_texture_reference(s, i))
            return true;
    return false;
}

static enum kind kind_of(const struct source *s, const struct variables *v, int first, int name)
{
    if (!names_one_type(s, v->begin, first) || s->tokens[name].conditional ||
        is_macro(s, name) || has_texture_reference(s, v->begin, first))
        return UNKNOWN;
    if (has_device_word(s, v->begin, first))
        return DEVICE_VARIABLE;
    if (!is_constant(s, v->begin, first) || is_computed(s, name))
        return HOST_VARIABLE;
    return is(s, next(s, name), "[") ? CONSTANT_ARRAY : CONSTANT;
}

/* Whether another declaration gives the name to another kind of variable. */
static bool is_ambiguous(const struct source *s, int name, enum kind kind)
{
    for (int i = 0; i < s->variables_count; i++) {
        const struct variables *v = &s->variables[i];
        int first = first_name(s, v->begin, v->end);

        for (int other = first; other >= 0 && !v->is_member;
             other = next_name(s, other, v->end))
            if (other != name && same_text(s, other, name) &&
                kind_of(s, v, first, other) != kind)
                return true;
    }
    return false;
}

/* --- a use of one ------------------------------------------------------------------------- */

/* Whether the class of a member function has a member of this name. */
static bool may_be_member(const struct source *s, const struct function *f, int name)
{
    for (int v = 0; f->is_member && v < s->variables_count; v++)
        for (int i = s->variables[v].begin; i >= 0 && i < s->variables[v].end; i = next(s, i))
            if (s->variables[v].is_member && same_text(s, i, name))
                return true;
    return false;
}

/* Whether token i stands behind a namespace of this file. */
static bool is_in_namespace(const struct source *s, int i)
{
    int scope = previous(s, previous(s, i));

    for (int j = 0; j < s->count; j++)
        if (is(s, previous(s, j), "namespace") && same_text(s, j, scope))
            return true;
    return false;
}

/* Whether the name has no scope in front of it, or one that may hold a variable of this file.
 */
static bool is_in_scope(const struct source *s, int i)
{
    int p = previous(s, i);

    return !is(s, p, "::") || !is_name(s, previous(s, p)) || is_in_namespace(s, i);
}

static bool mentions(const struct source *s, const struct function *f, int i, int name)
{
    int p = previous(s, i);

    return same_text(s, i, name) && !s->tokens[i].conditional && !is(s, p, ".") &&
           !is(s, p, "->") && is_in_scope(s, i) && !is(s, next(s, i), "::") &&
           !is(s, next(s, i), ":") && !is(s, p, "sizeof") &&
           (is(s, p, "::") || !declares(s, f, i)) && !may_be_member(s, f, name);
}

static void accuse_kernel(struct source *s, const struct function *f, int i, int variable,
                          enum kind kind)
{
    int length = text_length(s, variable);
    const char *name = s->tokens[variable].text;

    if (kind == HOST_VARIABLE)
        refuse(
            s, i,
            "%.*s is a host variable, and this runs on the device: pass it to the kernel, or "
            "make it __device__ or __constant__",
            length, name);
    else if (kind == CONSTANT_ARRAY)
        refuse(
            s, i,
            "%.*s is an array of the host, and this runs on the device: make it __constant__ "
            "or __device__",
            length, name);
    else if (kind == CONSTANT && takes_address(s, i))
        refuse(s, i,
               "%.*s is a constant of the host: the device knows its value and has no address "
               "of it; copy it to a variable first",
               length, name);
    else if (kind == CONSTANT && binds_reference(s, f, i, variable))
        refuse(s, i,
               "%.*s is a constant of the host: the device knows its value and has no address "
               "of it, which a reference needs; take a value, or make it __constant__",
               length, name);
}

/* Under the name of a device variable the host finds another variable, which no kernel reaches
 * by its address. */
static void accuse_host(struct source *s, int i)
{
    static const char *const uses[] = {
        "[", "=", "+=", "-=", "*=", "/=", "++", "--", "|=", "&=", "^=", NULL};

    if (is_one_of(s, next(s, i), uses))
        refuse(s, i,
               "%.*s is in the device's memory, and this runs on the host: copy it with "
               "cudaMemcpyToSymbol or cudaMemcpyFromSymbol",
               text_length(s, i), s->tokens[i].text);
    else if (is_launch_argument(s, i))
        refuse(s, i,
               "%.*s is in the device's memory, and its name gives the host another address: a "
               "kernel uses it by its name, or cudaGetSymbolAddress() gives the address",
               text_length(s, i), s->tokens[i].text);
}

/* Whether token i is a macro's name, and the variable stands in each definition of that macro.
 */
static bool is_in_macro(const struct source *s, int i, int name)
{
    bool in_all = is_macro(s, i);

    for (int m = 0; in_all && m < s->macro_count; m++) {
        if (!same_text(s, s->macros[m], i))
            continue;
        in_all = false;
        for (int r = next(s, s->macros[m]); r >= 0 && !in_all; r = next(s, r))
            in_all = same_text(s, r, name) && !is(s, previous(s, r), ".") &&
                     !is(s, previous(s, r), "->") && !is(s, previous(s, r), "#");
    }
    return in_all;
}

static void check_use(struct source *s, const struct function *f, int name, enum kind kind)
{
    int close = s->tokens[f->body].match;

    for (int i = next(s, f->body); i >= 0 && i != close; i = next(s, i)) {
        if (s->tokens[i].kind != IDENTIFIER)
            continue;
        if (kind != CONSTANT && kind != DEVICE_VARIABLE && is_in_macro(s, i, name) &&
            !has_own(s, f, name) && !may_be_member(s, f, name))
            accuse_kernel(s, f, i, name, kind);
        if (hides_arguments(s, i)) {
            i = s->tokens[next(s, i)].match;
            if (i < 0)
                return;
        } else if (mentions(s, f, i, name)) {
            if (kind == DEVICE_VARIABLE)
                accuse_host(s, i);
            else
                accuse_kernel(s, f, i, name, kind);
        }
    }
}

/* nvcc builds a __host__ __device__ function for the device as well, whether a kernel calls it
 * or not. */
static bool is_built_for_device(const struct source *s, const struct function *f)
{
    bool marked = has_word(s, f->begin, f->name, "__device__") && f->body >= 0;

    return runs_on_device(s, f) || (marked && !f->is_template && space_of(s, f) == BOTH);
}

/* `__device__ int *p = a;` with an array of the host's. */
static void check_values(struct source *s, int name, enum kind kind)
{
    for (int k = 0; k < s->variables_count; k++) {
        const struct variables *v = &s->variables[k];
        int first = first_name(s, v->begin, v->end);

        if (v->begin < name || first < 0 || v->is_member ||
            !has_device_word(s, v->begin, first) || is(s, v->end, "{"))
            continue;
        for (int i = next(s, first); i >= 0 && i != v->end; i = next(s, i))
            if (hides_arguments(s, i))
                i = s->tokens[next(s, i)].match;
            else if (same_text(s, i, name) && is_in_scope(s, i) &&
                     !is(s, previous(s, i), ".") && !is(s, previous(s, i), "sizeof") &&
                     !s->tokens[i].conditional &&
                     (kind == HOST_VARIABLE || takes_address(s, i)))
                refuse(s, i,
                       "%.*s belongs to the host, and a variable of the device cannot begin "
                       "with it: copy the value with cudaMemcpyToSymbol",
                       text_length(s, i), s->tokens[i].text);
    }
}

static void check_name(struct source *s, int name, enum kind kind)
{
    if (kind == HOST_VARIABLE || kind == CONSTANT)
        check_values(s, name, kind);
    for (int i = 0; i < s->function_count; i++) {
        const struct function *f = &s->functions[i];

        if (f->body < name)
            continue;
        if (kind == DEVICE_VARIABLE ? space_of(s, f) == HOST : is_built_for_device(s, f))
            check_use(s, f, name, kind);
    }
}

void check_variables(struct source *s)
{
    for (int i = 0; i < s->variables_count; i++) {
        const struct variables *v = &s->variables[i];
        int first = first_name(s, v->begin, v->end);

        for (int name = first; name >= 0 && !v->is_member; name = next_name(s, name, v->end)) {
            enum kind kind = kind_of(s, v, first, name);

            if (kind != UNKNOWN && !is_ambiguous(s, name, kind))
                check_name(s, name, kind);
        }
    }
}
