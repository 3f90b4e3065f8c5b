/* Tells where the address of what a name means is taken, or the name is bound to a reference,
 * which needs that address. nvcc gives a kernel the values of the host's constants, and no
 * address of theirs:
 *
 *   const int &n = N;     auto &&n = N;     const int &n{N};
 *   f(1, N)               where each function f of the file has a reference as its second
 *   return N;             in a function that returns a reference
 *
 * The name may have a scope, as S::N has. */
#include "translate/check.h"
#include "translate/tokens.h"
#include <string.h>

/* Returns the first token of the name at i and of its scopes. */
static int first_of_name(const struct source *s, int i)
{
    for (int p = previous(s, i); is(s, p, "::"); p = previous(s, i)) {
        int scope = previous(s, p);

        if (is(s, scope, ">"))
            scope = previous(s, angle_open(s, scope));
        if (scope < 0 || !is_name(s, scope))
            return p;
        i = scope;
    }
    return i;
}

bool takes_address(const struct source *s, int i)
{
    static const char *const before[] = {"(", ",", "=", "return", ";", "{", "?", ":", NULL};
    int sign = previous(s, first_of_name(s, i));

    return is(s, sign, "&") && is_one_of(s, previous(s, sign), before);
}

static bool is_ampersand(const struct source *s, int i)
{
    return is(s, i, "&") || is(s, i, "&&");
}

/* Whether a reference, whose & is at `sign`, can be to the constant that is declared at `name`
 * of `s` itself: `const float &` to an int is to a copy of another type. What a template or
 * auto stands for is the constant's own type. */
static bool has_type_of(const struct source *of, int sign, const struct source *s, int name)
{
    int type = previous(of, sign), p = name;

    if (is(of, type, "const"))
        type = previous(of, type);
    if (!is_basic_type(of, type))
        return true;
    for (p = previous(s, p); p >= 0 && s->tokens[p].kind == IDENTIFIER; p = previous(s, p))
        if (s->tokens[p].length == of->tokens[type].length &&
            !memcmp(s->tokens[p].text, of->tokens[type].text, s->tokens[p].length))
            return true;
    return false;
}

/* Whether `name` is declared as a reference: behind a type and a sign. */
static bool is_reference(const struct source *s, int name, int constant)
{
    int sign = previous(s, name), type = previous(s, sign);

    return is_name(s, name) && is_ampersand(s, sign) &&
           (is_basic_type(s, type) || is(s, type, "auto") || is(s, type, "const") ||
            (is_name(s, type) && is(s, previous(s, type), "const"))) &&
           has_type_of(s, sign, s, constant);
}

/* `&name = N`, `&name{N}`, `&name(N)`. */
static bool begins_reference(const struct source *s, int i, int constant)
{
    int before = previous(s, first_of_name(s, i)), behind = next(s, i);

    if (is(s, before, "="))
        return (is(s, behind, ";") || is(s, behind, ",")) &&
               is_reference(s, previous(s, before), constant);
    return (is(s, before, "{") || is(s, before, "(")) && s->tokens[before].match == behind &&
           is_reference(s, previous(s, before), constant);
}

/* Whether the parameter with this number, from 0, is a reference that binds the constant: its &
 * stands in no brackets and in front of a default value. */
static bool has_reference(const struct source *of, const struct function *f, int number,
                          const struct source *s, int constant)
{
    int close = of->tokens[f->parameters].match;
    bool in_value = false;

    for (int i = next(of, f->parameters); i >= 0 && i < close; i = next(of, i)) {
        if (is(of, i, ",")) {
            in_value = false;
            number--;
        }
        in_value |= is(of, i, "=");
        if (!number && !in_value && is_ampersand(of, i))
            return has_type_of(of, i, s, constant);
        i = group_end(of, i);
    }
    return false;
}

/* Whether functions of this name are declared in the file or its headers, and all of them want
 * a reference there. */
static bool want_reference(const struct source *s, int name, int number, int constant)
{
    bool found = false;

    for (const struct source *of = s; of; of = of->headers)
        for (int i = 0; i < of->function_count; i++) {
            const struct token *token = &of->tokens[of->functions[i].name];

            if (token->length != s->tokens[name].length ||
                memcmp(token->text, s->tokens[name].text, token->length))
                continue;
            if (!has_reference(of, &of->functions[i], number, s, constant))
                return false;
            found = true;
        }
    return found;
}

/* Returns the number, from 0, of the argument that the name alone is, and the ( before the
 * first one; or -1. */
static int argument_number(const struct source *s, int i, int *open)
{
    int number = 0, before = previous(s, first_of_name(s, i)), behind = next(s, i);

    *open = enclosing_bracket(s, i);
    if (!is(s, *open, "(") || !(is(s, behind, ",") || is(s, behind, ")")) ||
        !(is(s, before, ",") || before == *open))
        return -1;
    for (int k = next(s, *open); k >= 0 && k < i; k = next(s, k)) {
        number += is(s, k, ",");
        if (s->tokens[k].match > k)
            k = s->tokens[k].match;
    }
    return number;
}

static bool is_bound_argument(const struct source *s, const struct function *f, int i,
                              int constant)
{
    int open, number = argument_number(s, i, &open), name = number < 0 ? -1 : previous(s, open);

    if (is(s, name, ">"))
        name = previous(s, angle_open(s, name));
    if (is_name(s, name) && is_function(s, previous(s, name))) /* box b(N) */
        name = previous(s, name);
    return name >= 0 && is_name(s, name) && !is_macro(s, name) && !has_own(s, f, name) &&
           want_reference(s, name, number, constant);
}

bool binds_reference(const struct source *s, const struct function *f, int i, int constant)
{
    if (is(s, previous(s, first_of_name(s, i)), "return"))
        return is(s, next(s, i), ";") && is_ampersand(s, previous(s, f->name)) &&
               has_type_of(s, previous(s, f->name), s, constant);
    return begins_reference(s, i, constant) || is_bound_argument(s, f, i, constant);
}
