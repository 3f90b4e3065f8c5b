/* Refuses forms of kernels and of their launches that nvcc refuses and no other compiler knows
 * of: __grid_constant__ in other places, a pack that another parameter follows, a declaration
 * that lacks __global__, and types that a kernel which is a template cannot be made for:
 *
 *   void launch(int *x) { struct mine { int n; }; k<<<1, 1>>>(mine{3}, x); }
 */
#include "translate/check.h"
#include "translate/passes.h"
#include "translate/tokens.h"

static bool is_kernel(const struct source *s, const struct function *f)
{
    return has_word(s, f->begin, f->name, "__global__");
}

/* --- parameters --------------------------------------------------------------------------- */

static bool is_const_parameter(const struct source *s, const struct function *f, int i)
{
    int p = i;

    while (p > f->parameters && !is(s, p, ",") && p != f->parameters)
        p = previous(s, p);
    for (p = next(s, p); p >= 0 && p < s->tokens[f->parameters].match && !is(s, p, ",");
         p = next(s, group_end(s, p)))
        if (is(s, p, "const"))
            return true;
    return false;
}

static void check_grid_constants(struct source *s, const struct function *f)
{
    for (int i = f->parameters; i >= 0 && i < s->tokens[f->parameters].match; i = next(s, i)) {
        if (!is(s, i, "__grid_constant__") || s->tokens[i].conditional)
            continue;
        if (!is_kernel(s, f))
            refuse(s, i, "__grid_constant__ is for parameters of kernels, and '%.*s' is none",
                   text_length(s, f->name), s->tokens[f->name].text);
        else if (!is_const_parameter(s, f, i))
            refuse(s, i, "a parameter with __grid_constant__ must be const");
    }
}

/* `template <class... A, class T>`, of a kernel. */
static void check_pack(struct source *s, const struct function *f)
{
    int close = previous(s, f->begin), open = is(s, close, ">") ? angle_open(s, close) : -1;

    for (int i = next(s, open); f->is_template && i >= 0 && i < close;
         i = next(s, group_end(s, i)))
        if (is(s, i, "...") && is_name(s, next(s, i)) && is(s, next(s, next(s, i)), ","))
            refuse(s, i,
                   "the pack of a kernel's template must be its last parameter: put '%.*s' "
                   "behind the others",
                   text_length(s, next(s, i)), s->tokens[next(s, i)].text);
}

/* --- declarations ------------------------------------------------------------------------- */

static bool has_same_parameters(const struct source *s, const struct function *f,
                                const struct function *g)
{
    int i = next(s, f->parameters), j = next(s, g->parameters);

    while (i >= 0 && j >= 0 && same_text(s, i, j) && i < s->tokens[f->parameters].match) {
        i = next(s, i);
        j = next(s, j);
    }
    return i == s->tokens[f->parameters].match && j == s->tokens[g->parameters].match;
}

/* Whether macros or conditions may give the function another form than is seen. */
static bool is_certain(const struct source *s, const struct function *f)
{
    for (int i = f->begin; i != f->name; i = next(s, i))
        if (i < 0 || is_macro(s, i) || s->tokens[i].conditional)
            return false;
    return !f->is_template && !f->is_member && !is_macro(s, f->name) &&
           has_word(s, f->begin, f->name, "void") && !is(s, previous(s, f->name), "::");
}

/* A kernel that is declared, or defined, without __global__. */
static void check_other_declaration(struct source *s, const struct function *f)
{
    for (int i = 0; i < s->function_count && is_certain(s, f) && !is_kernel(s, f); i++) {
        const struct function *g = &s->functions[i];

        if (same_text(s, g->name, f->name) && is_kernel(s, g) && is_certain(s, g) &&
            enclosing_bracket(s, g->begin) == enclosing_bracket(s, f->begin) &&
            has_same_parameters(s, f, g)) {
            refuse(s, f->name,
                   "'%.*s' is a kernel in line %d, and no kernel here: give both __global__",
                   text_length(s, f->name), s->tokens[f->name].text, s->tokens[g->name].line);
            return;
        }
    }
}

/* --- types of arguments ------------------------------------------------------------------- */

/* Whether the name at token i is that of a template in this file which is a kernel. */
static bool is_kernel_template(const struct source *s, int i)
{
    for (int k = 0; i >= 0 && k < s->function_count; k++)
        if (same_text(s, s->functions[k].name, i) && s->functions[k].is_template &&
            is_kernel(s, &s->functions[k]))
            return true;
    return false;
}

/* Returns the name of the kernel that the <<< at i launches, or -1. */
static int launched(const struct source *s, int i)
{
    int name = previous(s, i);

    return is(s, name, ">") ? previous(s, angle_open(s, name)) : name;
}

/* Returns the ( of the launch's arguments, or -1. */
static int launch_arguments(const struct source *s, int i)
{
    for (i = next(s, i); i >= 0 && !is(s, i, ";"); i = next(s, i)) {
        if (is(s, i, "(") && follows_launch(s, i))
            return i;
        i = s->tokens[i].match > i ? s->tokens[i].match : i;
    }
    return -1;
}

/* Whether `type` is what an argument begins with, `mine{3}`, or that of a variable which an
 * argument is. */
static bool is_argument_type(const struct source *s, const struct function *f, int type,
                             int open)
{
    for (int i = next(s, open); i >= 0 && i < s->tokens[open].match; i = next(s, i)) {
        bool first = previous(s, i) == open || is(s, previous(s, i), ",");
        bool alone = is(s, next(s, i), ",") || next(s, i) == s->tokens[open].match;

        if (first && same_text(s, i, type) &&
            (is(s, next(s, i), "{") || is(s, next(s, i), "(")))
            return true;
        if (first && alone && is_name(s, i) &&
            same_text(s, class_of_variable(s, f, i, false), type))
            return true;
        i = group_end(s, i);
        if (i < 0)
            return false;
    }
    return false;
}

static void check_type(struct source *s, const struct function *f, int type, const char *why)
{
    for (int i = f->body; i >= 0 && i < s->tokens[f->body].match; i = next(s, i)) {
        int name = is(s, i, "<<<") ? launched(s, i) : -1, open;

        if (name < 0 || !is_kernel_template(s, name))
            continue;
        open = launch_arguments(s, i);
        if (has_word(s, name, i, "<") ? !same_text(s, next(s, next(s, name)), type)
                                      : open < 0 || !is_argument_type(s, f, type, open))
            continue;
        refuse(
            s, name,
            "a kernel that is a template cannot take the type '%.*s', which is %s: declare it "
            "outside",
            text_length(s, type), s->tokens[type].text, why);
    }
}

static bool opens_class(const struct source *s, int i)
{
    return (is(s, i, "struct") || is(s, i, "class")) && is_name(s, next(s, i)) &&
           (is(s, next(s, next(s, i)), "{") || is(s, next(s, next(s, i)), ":"));
}

/* Whether what is declared at token i of a class is private or protected there. */
static bool is_hidden(const struct source *s, int i)
{
    int open = enclosing_bracket(s, i), class = enclosing_class(s, i);

    for (int p = previous(s, i); class >= 0 && p > open; p = previous(s, p)) {
        if (is(s, p, ":") &&
            (is(s, previous(s, p), "private") || is(s, previous(s, p), "protected")))
            return true;
        if (is(s, p, ":") && is(s, previous(s, p), "public"))
            return false;
        if (s->tokens[p].match >= 0 && s->tokens[p].match < p)
            p = s->tokens[p].match;
    }
    return class >= 0 && is(s, previous(s, class), "class");
}

static void check_types(struct source *s, const struct function *f)
{
    for (int i = f->body; i < s->tokens[f->body].match; i++)
        if (opens_class(s, i) && !s->tokens[i].conditional)
            check_type(s, f, next(s, i), "a function's own");
    for (int i = 0; f->is_member && i < f->body; i++)
        if (opens_class(s, i) && !s->tokens[i].in_function && is_hidden(s, i) &&
            enclosing_bracket(s, i) == enclosing_bracket(s, f->begin))
            check_type(s, f, next(s, i), "private or protected in its class");
}

void check_kernel_forms(struct source *s)
{
    for (int k = 0; k < s->function_count; k++) {
        const struct function *f = &s->functions[k];

        if (s->tokens[f->parameters].match < f->parameters)
            continue;
        check_grid_constants(s, f);
        if (is_kernel(s, f))
            check_pack(s, f);
        check_other_declaration(s, f);
        if (f->body >= 0 && s->tokens[f->body].match > f->body &&
            has_word(s, f->body, s->tokens[f->body].match, "<<<"))
            check_types(s, f);
    }
}
