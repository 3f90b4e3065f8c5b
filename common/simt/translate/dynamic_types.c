/* Refuses two types of one name of dynamic shared memory, as nvcc does:
 *
 *   __global__ void a(...) { extern __shared__ int tile[]; ... }
 *   __global__ void b(...) { extern __shared__ float tile[]; ... }
 *
 * Both name the same memory. It compares basic types alone: others may be names of one. */
#include "translate/check.h"
#include "translate/passes.h"
#include "translate/tokens.h"

static bool is_type_word(const struct source *s, int i)
{
    return is_basic_type(s, i) || is(s, i, "volatile");
}

/* Returns the name that `extern __shared__ type name[];` declares, where token i is its extern
 * and its type is basic; or -1. */
static int declared_name(const struct source *s, int i)
{
    static const char *const others[] = {"__shared__", "__align__", "alignas", NULL};
    bool is_shared = false, has_type = false;

    for (i = next(s, i); i >= 0; i = next(s, i)) {
        if (is(s, i, "[") || is(s, i, ";"))
            return -1;
        if (is_type_word(s, i))
            has_type = true;
        else if (is(s, next(s, i), "["))
            return is_shared && has_type && is_name(s, i) ? i : -1;
        else if (!is_one_of(s, i, others))
            return -1;
        is_shared |= is(s, i, "__shared__");
        if (is_attribute(s, i))
            i = s->tokens[next(s, i)].match;
    }
    return -1;
}

static int words_like(const struct source *s, int word, int begin, int name)
{
    int count = 0;

    for (int i = begin; i >= 0 && i != name; i = next(s, i))
        count += same_text(s, i, word);
    return count;
}

/* Whether each word of the first type is in the second one as often; `int` tells nothing where
 * another word stands beside it. */
static bool has_words_of(const struct source *s, int begin, int name, int other, int other_name)
{
    for (int i = next(s, begin); i >= 0 && i != name; i = next(s, i))
        if (is_type_word(s, i) && !is(s, i, "int") && !is(s, i, "signed") &&
            words_like(s, i, begin, name) != words_like(s, i, other, other_name))
            return false;
    return true;
}

/* The scope of what functions name in common. */
static int outer_scope(const struct source *s, int i)
{
    for (int f = 0; f < s->function_count; f++) {
        int body = s->functions[f].body;

        if (body >= 0 && body < i && i < s->tokens[body].match)
            return enclosing_bracket(s, s->functions[f].name);
    }
    return enclosing_bracket(s, i);
}

static bool are_alike(const struct source *s, int a, int a_name, int b, int b_name)
{
    return has_words_of(s, a, a_name, b, b_name) && has_words_of(s, b, b_name, a, a_name);
}

/* Compares with the first declaration of the name in the same scope. */
static void compare(struct source *s, int i, int name)
{
    for (int j = 0; j < i; j++) {
        int other = is(s, j, "extern") && !s->tokens[j].conditional ? declared_name(s, j) : -1;

        if (other < 0 || !same_text(s, other, name) || outer_scope(s, i) != outer_scope(s, j))
            continue;
        if (!are_alike(s, i, name, j, other))
            refuse(s, name,
                   "'%.*s' has another type in line %d: both are the same memory, and nvcc "
                   "wants one type of a name: give this one another name",
                   text_length(s, name), s->tokens[name].text, s->tokens[other].line);
        return;
    }
}

void check_dynamic_types(struct source *s)
{
    for (int i = 0; i < s->count; i++) {
        int name =
            is(s, i, "extern") && !s->tokens[i].conditional && s->tokens[i].region == MAIN
                ? declared_name(s, i)
                : -1;

        if (name >= 0)
            compare(s, i, name);
    }
}
