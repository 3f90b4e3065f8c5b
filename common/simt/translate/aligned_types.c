/* Puts SIMT_WIDE_TYPES at the head of a source that has types of 16 bytes' alignment. The
 * compilers' hooks do not say whether an access of 16 bytes is to a float4, which must be
 * aligned, or to two fields of 8 bytes. */
#include "translate/passes.h"
#include "translate/tokens.h"
#include <string.h>

static bool is_wide_vector(const struct source *s, int i)
{
    static const char *const words[] = {"float4",     "int4",      "uint4",       "double2",
                                        "double4",    "long2",     "ulong2",      "long4",
                                        "ulong4",     "longlong2", "ulonglong2",  "longlong4",
                                        "ulonglong4", "__int128",  "__uint128_t", NULL};
    const struct token *t = &s->tokens[i];
    struct token plain = *t;
    struct source one = {.tokens = &plain, .count = 1};

    if (t->length > 5 && !memcmp(t->text, "make_", 5)) {
        plain.text += 5;
        plain.length -= 5;
    }
    return t->kind == IDENTIFIER && is_one_of(&one, 0, words);
}

/* Whether an alignment of 16 bytes or more is asked for: alignas(16), or __align__(N), which
 * may be 16; alignas(8) is less. */
static bool is_wide_request(const struct source *s, int i)
{
    static const char *const words[] = {"alignas",     "__align__", "__builtin_align__",
                                        "__aligned__", "aligned",   NULL};
    static const char *const narrow[] = {"1", "2", "4", "8", NULL};
    int bytes = is(s, next(s, i), "(") ? next(s, next(s, i)) : -1;

    return is_one_of(s, i, words) && bytes >= 0 &&
           !(is_one_of(s, bytes, narrow) && is(s, next(s, bytes), ")"));
}

static bool has_wide_types(const struct source *s)
{
    for (int i = 0; i < s->count; i++)
        if (is_wide_vector(s, i) || is_wide_request(s, i))
            return true;
    return false;
}

void tell_wide_types(struct source *s)
{
    int first = 0;

    while (first < s->count && (s->tokens[first].region != MAIN || s->tokens[first].inert ||
                                s->tokens[first].conditional))
        first++;
    if (first < s->count && has_wide_types(s))
        insert_before(s, first, "SIMT_WIDE_TYPES; ");
}
