/* What the tokens of a function's declaration or body may mean: which of them declare a name,
 * which use one, and how. All passes ask here; nothing here knows of any pass. */
#include "translate/check.h"
#include "translate/tokens.h"
#include <string.h>

/* --- words, and the names of the file ----------------------------------------------------- */

bool is_basic_type(const struct source *s, int i)
{
    static const char *const words[] = {
        "void",     "bool",   "char", "short",  "int",    "long", "float", "double", "signed",
        "unsigned", "size_t", "dim3", "float2", "float4", "int2", "int4",  NULL};

    return is_one_of(s, i, words);
}

// clang-format off
static const char *const mathematics[] = {
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "cos", "cosh",
    "erf", "erfc", "exp", "exp2", "expm1", "fabs", "floor", "fma", "fmax", "fmin", "fmod", "hypot",
    "lgamma", "log", "log10", "log1p", "log2", "nearbyint", "pow", "rint", "round", "sin", "sinh",
    "sqrt", "tan", "tanh", "tgamma", "trunc", NULL};
// clang-format on

bool is_mathematics(const struct source *s, int i, size_t from)
{
    const char *text = i < 0 || s->tokens[i].length < from ? "" : s->tokens[i].text + from;
    size_t length = *text ? s->tokens[i].length - from : 0;

    for (int n = 0; mathematics[n]; n++) {
        size_t whole = strlen(mathematics[n]);

        if (length >= whole && !memcmp(text, mathematics[n], whole) &&
            (length == whole || (length == whole + 1 && text[whole] == 'f')))
            return true;
    }
    return false;
}

bool has_word(const struct source *s, int begin, int end, const char *word)
{
    for (int i = begin; i >= 0 && i != end; i = next(s, i))
        if (is(s, i, word))
            return true;
    return false;
}

bool is_macro(const struct source *s, int name)
{
    for (int i = 0; i < s->macro_count; i++)
        if (same_text(s, s->macros[i], name))
            return true;
    return false;
}

bool is_function(const struct source *s, int name)
{
    for (int i = 0; i < s->function_count; i++)
        if (same_text(s, s->functions[i].name, name))
            return true;
    return false;
}

/* Returns the name in `struct __align__(8) name : base {`, where `word` is its first; or -1. */
static int class_name(const struct source *s, int word)
{
    int name = next(s, word);

    while (is_attribute(s, name) && is(s, next(s, name), "("))
        name = next(s, s->tokens[next(s, name)].match);
    if (!is_name(s, name) || is(s, previous(s, word), "enum"))
        return -1;
    return is(s, next(s, name), "{") || is(s, next(s, name), ":") ||
                   is(s, next(s, name), "final")
               ? name
               : -1;
}

int enclosing_class(const struct source *s, int i)
{
    static const char *const words[] = {"struct", "class", NULL};
    static const char *const ends[] = {";", "{", "}", "=", NULL};
    int open = enclosing_bracket(s, i);

    for (i = is(s, open, "{") ? previous(s, open) : -1; i >= 0 && !is_one_of(s, i, ends);
         i = previous(s, i)) {
        if (is_one_of(s, i, words))
            return class_name(s, i);
        if (is(s, i, ">") && angle_open(s, i) >= 0)
            i = angle_open(s, i);
        else if (is(s, i, ")") && s->tokens[i].match >= 0)
            i = s->tokens[i].match;
    }
    return -1;
}

/* --- uses of a name ----------------------------------------------------------------------- */

/* `a * f(x)` calls f, while `type *f(x)` may declare it. */
bool is_operand(const struct source *s, int star)
{
    static const char *const statement[] = {";", "{", "}", ")", ":", NULL};
    int left = previous(s, star), before = previous(s, left);

    if (left < 0 || is_basic_type(s, left))
        return false;
    if (s->tokens[left].kind != IDENTIFIER)
        return s->tokens[left].kind == NUMBER || is(s, left, "]");
    if (is(s, before, "return"))
        return true;
    return before >= 0 && s->tokens[before].kind == PUNCTUATOR &&
           !is_one_of(s, before, statement) && !is(s, before, "(") && !is(s, before, ",") &&
           !is(s, before, "::") && !is(s, before, ">") && !is(s, before, "<");
}

/* `g(a, f(x))` calls f, while `T a, f(x);` may declare it. */
bool separates_arguments(const struct source *s, int comma)
{
    for (int i = previous(s, comma); i >= 0 && !is(s, i, ";"); i = previous(s, i)) {
        if (s->tokens[i].match > i)
            return is(s, i, "(");
        if (s->tokens[i].match >= 0)
            i = s->tokens[i].match;
    }
    return false;
}

bool hides_arguments(const struct source *s, int i)
{
    static const char *const words[] = {"sizeof",  "decltype", "noexcept",      "assert",
                                        "alignof", "typeof",   "static_assert", NULL};

    return is(s, next(s, i), "(") && (is_one_of(s, i, words) || is_macro(s, i));
}

/* Whether the ( at `open` follows a launch's >>>. */
bool follows_launch(const struct source *s, int open)
{
    int i = previous(s, open);

    for (int angles = 0; angles < 3; angles++, i = previous(s, i))
        if (!is(s, i, ">"))
            return false;
    for (; i >= 0 && !is(s, i, ";") && !is(s, i, "{") && !is(s, i, "}"); i = previous(s, i)) {
        if (is(s, i, "<<<"))
            return true;
        if (s->tokens[i].match >= 0 && s->tokens[i].match < i)
            i = s->tokens[i].match;
    }
    return false;
}

bool is_launch_argument(const struct source *s, int i)
{
    static const char *const behind[] = {")", ",", "+", "-", NULL};
    int before = previous(s, i), open = enclosing_bracket(s, i);

    if (is(s, before, "&"))
        before = previous(s, before);
    return (is(s, before, "(") || is(s, before, ",")) && is_one_of(s, next(s, i), behind) &&
           is(s, open, "(") && follows_launch(s, open);
}

/* --- declarations of a name --------------------------------------------------------------- */

static bool opens_loop(const struct source *s, int comma)
{
    for (int i = previous(s, comma); i >= 0 && !is(s, i, ";"); i = previous(s, i)) {
        if (s->tokens[i].match > i)
            return is(s, previous(s, i), "for");
        if (s->tokens[i].match >= 0)
            i = s->tokens[i].match;
    }
    return false;
}

/* Whether the function declares this name for a value, and for no pointer: a value may be a
 * factor.
 */
static bool declares_value(const struct source *s, const struct function *f, int name)
{
    static const char *const pointers[] = {"*", "&", "&&", NULL};

    for (int i = f->parameters; i >= 0 && i < s->tokens[f->body].match; i = next(s, i))
        if (i != name && same_text(s, i, name) && !is_one_of(s, previous(s, i), pointers) &&
            is_declared_at(s, f, i))
            return true;
    return false;
}

/* `type *a` and `type &a` declare a; `b * a` and `(x) & a` have operands before the sign. */
static bool declares_pointer(const struct source *s, const struct function *f, int star)
{
    int left = previous(s, star);

    while (is(s, left, "*") || is(s, left, "&") || is(s, left, "&&"))
        left = previous(s, left);
    if (left < 0 || is_basic_type(s, left) || is(s, left, "const") || is(s, left, ">"))
        return true;
    if (!is_name(s, left))
        return false;
    return !is_operand(s, next(s, left)) && !declares_value(s, f, left);
}

bool is_declared_at(const struct source *s, const struct function *f, int i)
{
    int p = previous(s, i);

    if (is(s, p, ".") || is(s, p, "->") || is(s, p, "::"))
        return false;
    if (is_name(s, p))
        return true;
    if (is(s, p, ">"))
        return is_name(s, previous(s, angle_open(s, p)));
    if (is(s, p, "*") || is(s, p, "&") || is(s, p, "&&"))
        return declares_pointer(s, f, p);
    if (is(s, p, ","))
        return !separates_arguments(s, p) || opens_loop(s, p);
    if (is(s, p, "["))
        return !is_name(s, previous(s, p)) && !is(s, previous(s, p), "]") &&
               !is(s, previous(s, p), ")");
    return false;
}

/* Returns the < of the function's template parameters, or else its first token. */
static int first_token(const struct source *s, const struct function *f)
{
    int p = previous(s, f->begin);

    return f->is_template && is(s, p, ">") && angle_open(s, p) >= 0 ? angle_open(s, p)
                                                                    : f->begin;
}

bool has_own(const struct source *s, const struct function *f, int name)
{
    int close = s->tokens[f->body].match;

    for (int i = first_token(s, f); i != close; i++)
        if (i != f->name && i != name && same_text(s, i, name) &&
            (s->tokens[i].region != MAIN || is_declared_at(s, f, i)))
            return true;
    return false;
}

bool declares(const struct source *s, const struct function *f, int name)
{
    return has_own(s, f, name) || is_declared_at(s, f, name);
}
