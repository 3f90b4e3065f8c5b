/* The same call with other values: see renew.h. */
#include "renew.h"

#include <string.h>

bool may_be_renewed(const struct case_run *t)
{
    unsigned flags = t->test_case->flags;
    return flags & CHECKED && !(flags & (ACCURACY | FROM_INPUT));
}

/* Some input holds other values, and all are of the same size. */
static bool has_others(const struct case_run *t, const struct case_run *like)
{
    bool differs = false;
    for (uint32_t i = 0; i < t->array_count; i++) {
        const struct case_array *a = &t->arrays[i], *b = &like->arrays[i];
        if (payload_bytes(a) != payload_bytes(b))
            return false;
        differs |= a->role != OUTPUT && memcmp(a->given, b->given, payload_bytes(a));
    }
    return differs;
}

bool judge_renewed(struct program *program, const struct case_run *like, struct verdict *v)
{
    struct case_run t;
    struct verdict verdict;
    case_begin_like(&t, like, like->seed + 1, like->schedule);
    t.request_flags = AT_SAME_PLACES;
    bool others = has_others(&t, like);
    if (others)
        decide(&t, program_ask(program, &t), &verdict);
    if (others && !verdict.passed) {
        say(&verdict, verdict.known_mistake
                          ? "\n  so it is with other values; those of the first call do not "
                            "show it"
                          : "\n  so it is in another call, whose arrays have the addresses of "
                            "those before, and hold other values: what is kept from call to "
                            "call, and used because a pointer is the same?");
        verdict.explained = verdict.renewed = true;
        *v = verdict;
    }
    case_end(&t);
    return others;
}
