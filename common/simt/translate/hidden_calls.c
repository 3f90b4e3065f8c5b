/* Refuses two calls of the host's functions by the device's that check.c does not see as such,
 * as nvcc does: of a destructor, where a variable's scope ends, and of a function that the
 * function of the device declares itself:
 *
 *   struct box { ~box() { } };
 *   __global__ void k(int *x) { box b; int f(int); x[0] = f(1); }
 */
#include "translate/check.h"
#include "translate/passes.h"
#include "translate/tokens.h"

/* --- destructors -------------------------------------------------------------------------- */

/* Whether the function is the class's destructor, written in the class and not `= default`. */
static bool is_destructor(const struct source *s, const struct function *f, int class)
{
    int tilde = previous(s, f->name);

    return same_text(s, f->name, class) && is(s, tilde, "~") &&
           !is(s, previous(s, tilde), "::") &&
           !is(s, next(s, s->tokens[f->parameters].match), "=");
}

/* Whether the words in front of the destructor's name say that it is the host's, and no macro
 * is among them. */
static bool is_of_host(const struct source *s, const struct function *f)
{
    static const char *const words[] = {"virtual", "inline", "__host__", "~", NULL};

    for (int i = f->begin; i != f->name; i = next(s, i))
        if (i < 0 || !is_one_of(s, i, words) || s->tokens[i].conditional)
            return false;
    return !s->tokens[f->name].conditional;
}

static bool is_host_container(const struct source *s, int i)
{
    static const char *const classes[] = {"vector", "string",     "map",        "set",
                                          "deque",  "list",       "function",   "unordered_map",
                                          "queue",  "unique_ptr", "shared_ptr", NULL};

    return is(s, i, "std") && is(s, next(s, i), "::") &&
           is_one_of(s, next(s, next(s, i)), classes);
}

/* Returns the token behind a type: behind `box`, `box<int>`, `std::vector<int>`. */
static int behind_type(const struct source *s, int i)
{
    int after = next(s, is(s, next(s, i), "::") ? next(s, next(s, i)) : i);

    return is(s, after, "<") ? next(s, angle_close(s, after)) : after;
}

static bool is_destroyed_by_host(const struct source *s, int class, int depth);

/* Whether the class has a variable that the host's functions destroy. */
static bool has_such_member(const struct source *s, int class, int depth)
{
    for (int v = 0; v < s->variables_count; v++) {
        int type = s->variables[v].begin;

        if (s->variables[v].is_member && !s->tokens[type].conditional &&
            same_text(s, enclosing_class(s, type), class) && is_name(s, behind_type(s, type)) &&
            is_destroyed_by_host(s, type, depth + 1))
            return true;
    }
    return false;
}

/* Whether the type at a token is a class whose destructor, its own or that which its members
 * make, is a host function. */
static bool is_destroyed_by_host(const struct source *s, int class, int depth)
{
    if (is_host_container(s, class))
        return true;
    if (!is_name(s, class) || is_macro(s, class) || depth > 3)
        return false;
    for (int i = 0; i < s->function_count; i++)
        if (same_text(s, s->functions[i].name, class) &&
            is(s, previous(s, s->functions[i].name), "~"))
            return is_destructor(s, &s->functions[i], class) && is_of_host(s, &s->functions[i]);
    return has_such_member(s, class, depth);
}

/* Whether the type at token i declares a variable: `box b;`, `box<int> b(1)`, `box b[2]`. */
static bool begins_variable(const struct source *s, int i)
{
    static const char *const before[] = {";", "{", "}", "const", "struct", NULL};
    static const char *const behind[] = {";", "(", "{", "=", "[", ",", NULL};
    int name = behind_type(s, i);

    return is_one_of(s, previous(s, i), before) && is_name(s, name) &&
           is_one_of(s, next(s, name), behind);
}

static void check_destructor(struct source *s, const struct function *f, int i)
{
    if (is_name(s, i) && !is(s, i, "std") && begins_variable(s, i) &&
        is_destroyed_by_host(s, i, 0))
        refuse(s, i,
               "the destructor of '%.*s' is a host function, and '%.*s' runs on the device; "
               "declare it __host__ __device__",
               text_length(s, i), s->tokens[i].text, text_length(s, f->name),
               s->tokens[f->name].text);
}

/* --- functions that a function declares --------------------------------------------------- */

/* Whether token i is the name in `int f(int);`, a declaration of basic types alone. */
static bool declares_function(const struct source *s, int i)
{
    static const char *const others[] = {"extern", "const", "*", NULL};
    int open = next(s, i), first = next(s, open), type = previous(s, i);
    bool has_type = false;

    if (!is(s, open, "(") || !is(s, next(s, s->tokens[open].match), ";") ||
        (!is(s, first, ")") && !is_basic_type(s, first) && !is(s, first, "const")))
        return false;
    if (is(s, next(s, first), "(")) /* int a(int(x)); */
        return false;
    for (; is_basic_type(s, type) || is_one_of(s, type, others); type = previous(s, type))
        has_type |= is_basic_type(s, type);
    return has_type && (is(s, type, ";") || is(s, type, "{") || is(s, type, "}"));
}

static void check_declaration(struct source *s, const struct function *f, int i)
{
    int close = s->tokens[f->body].match;
    bool known = is_function(s, i) && space_of_name(s, i, false, -1) != HOST;

    if (!is_name(s, i) || known || is_macro(s, i) || !declares_function(s, i))
        return;
    for (int k = next(s, next(s, i)); k >= 0 && k < close; k = next(s, k))
        if (same_text(s, k, i) && is(s, next(s, k), "(") && !declares_function(s, k))
            refuse(s, k,
                   "host function '%.*s' is called by '%.*s', which runs on the device; "
                   "declare it __device__ or __host__ __device__",
                   text_length(s, k), s->tokens[k].text, text_length(s, f->name),
                   s->tokens[f->name].text);
}

/* --- methods of a function's own class ---------------------------------------------------- */

/* Whether a class in the function has a method of this name with a body that lacks __device__:
 * `int name() {`. */
static bool has_host_method(const struct source *s, const struct function *f, int name)
{
    for (int i = next(s, f->body); i >= 0 && i < s->tokens[f->body].match; i = next(s, i)) {
        int open = next(s, i), behind, p = i;

        if (!same_text(s, i, name) || !is(s, open, "(") || !is_name(s, previous(s, i)) ||
            enclosing_class(s, i) < 0)
            continue;
        behind = next(s, s->tokens[open].match);
        while (is(s, behind, "const") || is(s, behind, "noexcept"))
            behind = next(s, behind);
        while (p >= 0 && !is(s, p, ";") && !is(s, p, "{") && !is(s, p, "}") && !is(s, p, ":"))
            if (is(s, p, "__device__") || is(s, p, "constexpr") || is_macro(s, p))
                return false;
            else
                p = previous(s, p);
        return is(s, behind, "{");
    }
    return false;
}

static void check_own_method(struct source *s, const struct function *f, int i)
{
    bool is_call =
        (is(s, previous(s, i), ".") || is(s, previous(s, i), "->")) && is(s, next(s, i), "(");

    if (is_call && !is_function(s, i) && has_host_method(s, f, i))
        refuse(s, i,
               "host function '%.*s' is called by '%.*s', which runs on the device; declare "
               "it __device__ in its class",
               text_length(s, i), s->tokens[i].text, text_length(s, f->name),
               s->tokens[f->name].text);
}

void check_hidden_calls(struct source *s)
{
    for (int k = 0; k < s->function_count; k++) {
        const struct function *f = &s->functions[k];

        if (f->body < 0 || !runs_on_device(s, f))
            continue;
        for (int i = next(s, f->body); i >= 0 && i < s->tokens[f->body].match; i = next(s, i))
            if (s->tokens[i].kind == IDENTIFIER && !s->tokens[i].conditional) {
                check_destructor(s, f, i);
                check_declaration(s, f, i);
                check_own_method(s, f, i);
            }
    }
}
