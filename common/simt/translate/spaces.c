/* Tells where the functions of a .cu run, as far as their declarations say so beyond doubt. */
#include <stdio.h>
#include "translate/check.h"
#include "translate/tokens.h"

/* --- one function ------------------------------------------------------------------------- */

/* Whether the word does not change where we think the function runs. */
static bool is_plain_specifier(const struct source *s, int i)
{
    static const char *const words[] = {"static",          "inline",       "extern",
                                        "const",           "volatile",     "EXPORT",
                                        "__inline",        "__host__",     "__device__",
                                        "struct",          "union",        "enum",
                                        "class",           "__global__",   "__restrict__",
                                        "__forceinline__", "__noinline__", "__launch_bounds__",
                                        "constexpr",       "virtual",      NULL};

    return is_one_of(s, i, words) || s->tokens[i].kind != IDENTIFIER;
}

/* Whether all words in front of the name are known, except for one type. A second unknown word
 * may be a macro that hides __device__. */
static bool is_readable(const struct source *s, const struct function *f)
{
    int basic = 0, unknown = 0;

    for (int i = f->begin; i != f->name; i++) {
        if (i < 0 || s->tokens[i].region != MAIN || is_macro(s, i))
            return false;
        if (is_basic_type(s, i))
            basic++;
        else if (!is_plain_specifier(s, i))
            unknown++;
        if (is(s, i, "(") && s->tokens[i].match > i)
            i = s->tokens[i].match;
    }
    return basic ? !unknown : unknown == 1;
}

/* Returns the token behind the parameters, `const` and the like. */
static int behind_parameters(const struct source *s, const struct function *f)
{
    static const char *const words[] = {"const", "noexcept", "override", "final", NULL};
    int i = next(s, s->tokens[f->parameters].match);

    while (is_one_of(s, i, words))
        i = next(s, i);
    return i;
}

enum space space_of(const struct source *s, const struct function *f)
{
    bool host = has_word(s, f->begin, f->name, "__host__");
    bool device = has_word(s, f->begin, f->name, "__device__");
    bool both =
        (host && device) || (s->takes_constexpr && has_word(s, f->begin, f->name, "constexpr"));
    int after = behind_parameters(s, f);

    if (s->tokens[f->name].conditional || is(s, previous(s, f->name), "::") ||
        !is_readable(s, f) || is_macro(s, f->name) ||
        (!is(s, after, "{") && !is(s, after, ";")))
        return UNCERTAIN;
    if (has_word(s, f->begin, f->name, "__global__"))
        return KERNEL;
    if (both)
        return BOTH;
    return device ? DEVICE : HOST;
}

/* Whether a template is named nowhere but where it is declared: no compiler makes
 * functions of it. */
bool is_never_made(const struct source *s, const struct function *f)
{
    if (!f->is_template || f->is_member || f->body < 0 || s->is_included)
        return false;
    for (int i = 0; i < s->count; i++)
        if (same_text(s, i, f->name) && (i < f->begin || i > s->tokens[f->body].match))
            return false;
    return true;
}

bool runs_on_device(const struct source *s, const struct function *f)
{
    bool is_kernel = has_word(s, f->begin, f->name, "__global__");
    bool both = has_word(s, f->begin, f->name, "__host__");

    for (int i = f->begin; i >= 0 && i != f->name; i = next(s, i))
        if (is_macro(s, i))
            return false;
    return f->body >= 0 && !s->tokens[f->body].conditional && !both && !is_never_made(s, f) &&
           (is_kernel || has_word(s, f->begin, f->name, "__device__"));
}

/* --- all functions of a name -------------------------------------------------------------- */

/* Returns where the header's functions of this name run. It is UNCERTAIN also where there is
 * none: *declared becomes true where there is one. */
static enum space space_in(const struct source *header, const char *name, bool *declared)
{
    enum space common = UNCERTAIN;

    for (int i = 0; i < header->function_count; i++) {
        const struct function *f = &header->functions[i];
        enum space space;

        if (f->is_member || !is(header, f->name, name))
            continue;
        space = space_of(header, f);
        common = *declared && common != space ? UNCERTAIN : space;
        *declared = true;
        if (common == UNCERTAIN)
            break;
    }
    return common;
}

bool is_beside_shared(const struct source *s, int i)
{
    static const char *const between[] = {"static", "extern", "volatile", NULL};
    int before = previous(s, i), after = next(s, i);

    while (is_one_of(s, before, between))
        before = previous(s, before);
    while (is_one_of(s, after, between))
        after = next(s, after);
    return is(s, before, "__shared__") || is(s, after, "__shared__");
}

static bool defines_macro(const struct source *header, const char *name)
{
    for (int i = 0; i < header->macro_count; i++)
        if (is(header, header->macros[i], name))
            return true;
    return false;
}

/* Returns where the functions run that are spelled like `token` and that the headers declare;
 * UNCERTAIN where there is none, or no two agree. */
static enum space space_in_headers(const struct source *s, int token)
{
    enum space common = UNCERTAIN;
    char name[256];

    if (snprintf(name, sizeof name, "%.*s", text_length(s, token), s->tokens[token].text) >=
        (int)sizeof name)
        return UNCERTAIN;
    for (const struct source *header = s->headers; header; header = header->headers) {
        bool declared = false;
        enum space space = space_in(header, name, &declared);

        if (defines_macro(header, name) || (declared && space == UNCERTAIN))
            return UNCERTAIN;
        if (space != UNCERTAIN && common != UNCERTAIN && space != common)
            return UNCERTAIN;
        common = space == UNCERTAIN ? common : space;
    }
    return common;
}

/* Whether a header has a function of that name that runs elsewhere: an overload. */
static bool has_other_in_headers(const struct source *s, int name, enum space space)
{
    enum space other = space_in_headers(s, name);

    return other != UNCERTAIN && other != space;
}

enum space space_of_name(const struct source *s, int name, bool members, int class)
{
    static const char *const built_in[] = {"min", "max", "abs", "pow", "swap", NULL};
    /* A kernel that calls these would change how all later threads of its worker round. */
    static const char *const of_host[] = {
        "fesetround",     "fesetenv",        "feupdateenv", "feholdexcept",
        "feenableexcept", "fedisableexcept", "_mm_setcsr",  NULL};
    enum space common = UNCERTAIN;

    for (int i = 0; i < s->function_count; i++) {
        const struct function *f = &s->functions[i];
        enum space space;

        if (f->is_member != members || !same_text(s, f->name, name) ||
            (class >= 0 && !same_text(s, enclosing_class(s, f->begin), class)))
            continue;
        space = space_of(s, f);
        if (space == UNCERTAIN || (common != UNCERTAIN && common != space))
            return UNCERTAIN;
        common = space;
    }
    if (is_one_of(s, name, built_in))
        return UNCERTAIN;
    if (common == UNCERTAIN && !members && !is_function(s, name))
        common = space_in_headers(s, name);
    else if (common != UNCERTAIN && !members && s->is_program &&
             has_other_in_headers(s, name, common))
        return UNCERTAIN;
    return common == UNCERTAIN && is_one_of(s, name, of_host) ? HOST : common;
}
