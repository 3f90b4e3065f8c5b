/* Finds the class of a method or a variable, and refuses, as nvcc does, the host's operators
 * that a kernel uses. It says nothing where it is not certain: of templates, of macros, and of
 * names that are declared twice. A template may be given a class that it does not name: so the
 * host's operators report it when a thread of the device comes to them:
 *
 *   int operator()(int x) { ...    int operator()(int x) { SIMT_HOST_ONLY(operator()); ...
 */
#include "translate/check.h"
#include "translate/passes.h"
#include "translate/tokens.h"
#include <stdio.h>

/* Returns the type in `type name` or `const type *name`, and counts the stars; -1 if no type
 * stands before the name. */
static int declared_type(const struct source *s, int name, int *stars)
{
    static const char *const words[] = {"const", "&", "__restrict__", NULL};
    int i = previous(s, name);

    for (*stars = 0; is(s, i, "*") || is_one_of(s, i, words); i = previous(s, i))
        *stars += is(s, i, "*");
    return is_name(s, i) ? i : -1;
}

static bool begins_type(const struct source *s, int type)
{
    static const char *const before[] = {"(",     ",",      ";",     "{",          "}",
                                         "const", "struct", "class", "__shared__", NULL};

    return is_one_of(s, previous(s, type), before);
}

/* Two declarations of one spelling may be of different types: then nothing is certain. */
int class_of_variable(const struct source *s, const struct function *f, int use, bool element)
{
    int found = -1, stars;

    for (int i = f->parameters; i >= 0 && i < s->tokens[f->body].match; i = next(s, i)) {
        int type = same_text(s, i, use) ? declared_type(s, i, &stars) : -1;

        if (type < 0 || !begins_type(s, type))
            continue;
        stars += is(s, next(s, i), "[");
        if (found >= 0 || stars != element)
            return -1;
        found = type;
    }
    return found;
}

/* --- operators ---------------------------------------------------------------------------- */

/* Returns the first token of the declaration of which token i is a part. */
static int declaration_begin(const struct source *s, int i)
{
    for (int p = previous(s, i);; i = p, p = previous(s, p)) {
        if (p < 0 || is(s, p, ";") || is(s, p, "{") || is(s, p, "}") || is(s, p, ":"))
            return i;
        if (s->tokens[p].match > p)
            return i;
        if (s->tokens[p].match >= 0)
            p = s->tokens[p].match;
    }
}

/* Returns the ( of the parameters behind the word `operator` and its sign, or -1. Of
 * operator()() that is the second one. */
static int operator_parameters(const struct source *s, int word)
{
    int sign = next(s, word), after = next(s, sign);

    if (is(s, sign, "(") && is(s, after, ")"))
        return next(s, after);
    return sign >= 0 && s->tokens[sign].kind == PUNCTUATOR && is(s, after, "(") ? after : -1;
}

/* Returns the class of the operator's left operand: the one that it is a member of, or else
 * that of its first parameter. */
static int operator_class(const struct source *s, int word, int parameters)
{
    int own = enclosing_class(s, word), type = next(s, parameters);

    if (own >= 0)
        return own;
    if (is(s, type, "const"))
        type = next(s, type);
    return is_name(s, type) ? type : -1;
}

/* Returns where the class's operators of this sign run, if all of them run in one place. */
static enum space space_of_operator(const struct source *s, int sign, int class)
{
    enum space common = UNCERTAIN;

    for (int i = 0; i < s->count; i++) {
        int parameters = is(s, i, "operator") ? operator_parameters(s, i) : -1, begin;

        if (parameters < 0 || s->tokens[i].inert || !same_text(s, next(s, i), sign) ||
            !same_text(s, operator_class(s, i, parameters), class))
            continue;
        begin = declaration_begin(s, i);
        if (s->tokens[i].conditional || is(s, previous(s, begin), ">") ||
            is(s, next(s, s->tokens[parameters].match), "=") || /* default: on both sides */
            has_word(s, begin, i, "__device__") || has_word(s, begin, i, "template"))
            return UNCERTAIN;
        for (int k = begin; k != i; k = next(s, k))
            if (is_macro(s, k))
                return UNCERTAIN;
        common = HOST;
    }
    return common;
}

/* Returns the operand in front of the sign: `a`, or `a[i]` with *element true. It is -1 where
 * something stands before it that might belong to it. */
static int left_operand(const struct source *s, int sign, bool *element)
{
    static const char *const before[] = {"=", "(", ",", ";", "{", "}", "return", "?", NULL};
    int i = previous(s, sign);

    *element = is(s, i, "]");
    if (*element)
        i = previous(s, s->tokens[i].match);
    return is_name(s, i) && is_one_of(s, previous(s, i), before) ? i : -1;
}

static void check_operator(struct source *s, const struct function *f, int sign)
{
    bool element;
    int operand = left_operand(s, sign, &element), class;

    if (s->tokens[sign].kind != PUNCTUATOR || operand < 0 || is_declared_at(s, f, operand))
        return;
    class = class_of_variable(s, f, operand, element);
    if (class >= 0 && !is_macro(s, class) && space_of_operator(s, sign, class) == HOST)
        refuse(s, sign,
               "operator%.*s of '%.*s' is a host function, and '%.*s' runs on the device; "
               "declare it __host__ __device__",
               is(s, sign, "(") ? 2 : text_length(s, sign),
               is(s, sign, "(") ? "()" : s->tokens[sign].text, text_length(s, class),
               s->tokens[class].text, text_length(s, f->name), s->tokens[f->name].text);
}

static bool has_operators(const struct source *s)
{
    for (int i = 0; i < s->count; i++)
        if (is(s, i, "operator") && !s->tokens[i].inert)
            return true;
    return false;
}

void check_classes(struct source *s)
{
    for (int k = 0; has_operators(s) && k < s->function_count; k++) {
        const struct function *f = &s->functions[k];

        if (f->body < 0 || f->is_template || !runs_on_device(s, f))
            continue;
        for (int i = next(s, f->body); i >= 0 && i < s->tokens[f->body].match; i = next(s, i)) {
            if (s->tokens[i].kind == IDENTIFIER && hides_arguments(s, i))
                i = s->tokens[next(s, i)].match;
            else if (!s->tokens[i].conditional)
                check_operator(s, f, i);
            if (i < 0)
                break;
        }
    }
}

/* Returns the { of the operator's body, or -1. */
static int operator_body(const struct source *s, int parameters)
{
    int i = next(s, s->tokens[parameters].match);

    while (i >= 0 && !is(s, i, "{") && !is(s, i, ";") && !is(s, i, "="))
        i = next(s, i);
    return i >= 0 && is(s, i, "{") ? i : -1;
}

/* Assignments are left out: a launch copies its arguments for each thread, where nothing is
 * wrong. */
void tell_host_operators(struct source *s)
{
    for (int i = 0; i < s->count; i++) {
        int parameters = is(s, i, "operator") ? operator_parameters(s, i) : -1, sign, body;
        char text[100];

        if (parameters < 0 || s->tokens[i].inert || s->tokens[i].region != MAIN)
            continue;
        sign = next(s, i);
        body = operator_body(s, parameters);
        if (body < 0 || enclosing_class(s, i) < 0 || is(s, sign, "=") ||
            has_word(s, declaration_begin(s, i), i, "constexpr") ||
            space_of_operator(s, sign, enclosing_class(s, i)) != HOST)
            continue;
        snprintf(text, sizeof text, " SIMT_HOST_ONLY(operator%.*s);",
                 is(s, sign, "(") ? 2 : text_length(s, sign),
                 is(s, sign, "(") ? "()" : s->tokens[sign].text);
        insert_after(s, body, text);
    }
}
