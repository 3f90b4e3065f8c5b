/* What is said of a case with wide arrays: see wide_words.h. */
#include "wide_words.h"
#include "gaps.h"

bool has_an_end(const struct case_run *t)
{
    for (uint32_t i = 0; i < t->array_count; i++)
        if (t->arrays[i].gap.stride && t->arrays[i].role != INPUT)
            return true;
    return t->test_case->flags & REACH;
}

void say_numbers(const struct case_run *t, struct verdict *v)
{
    say(v, "\n  this case has");
    for (const struct wide *w = t->test_case->wide;
         w < t->test_case->wide + CASE_WIDE && w->number; w++)
        say(v, "%s %s = %lld", w > t->test_case->wide ? "," : "", w->number,
            (long long)w->value);
}

int64_t widest(const struct case_run *t)
{
    int64_t most = 0;
    for (const struct wide *w = t->test_case->wide;
         w < t->test_case->wide + CASE_WIDE && w->number; w++)
        most = w->value > most ? w->value : most;
    return most;
}

void say_how_wide(const struct case_run *t, struct verdict *v)
{
    say_numbers(t, v);
    if (widest(t) > UINT32_MAX)
        say(v,
            ", more than 32 bits hold: is an index or a number of elements kept in an int or "
            "an unsigned? blockIdx.x * blockDim.x is an unsigned, whatever it is stored in: "
            "(size_t)blockIdx.x * blockDim.x + threadIdx.x, and size_t for each number of "
            "elements");
    else
        say(v,
            ", so an index may exceed 2147483647, the largest int: is one computed or kept in "
            "an int? A product of ints is an int, whatever it is stored in: (size_t)row * "
            "width + col, and size_t or long long for each number of elements");
}

static bool floats_count(const struct case_run *t)
{
    bool countable = true;
    for (uint32_t i = 0; i < t->array_count; i++)
        countable &= elements_spread(&t->arrays[i]) <= 1 << 24;
    return countable;
}

void say_float(const struct case_run *t, struct verdict *v)
{
    if (v->known_mistake)
        return;
    if (t->test_case->nearer <= INT16_MAX && widest(t) > INT16_MAX && widest(t) <= UINT16_MAX)
        say(v, ", and a short counts no further than 32767: is the number of a row or of a "
               "column kept in one?");
    else if (widest(t) <= UINT16_MAX && floats_count(t))
        say(v,
            ", and the same blocks are right where it is %lld: does a loop, a grid or an array "
            "end somewhere, whatever the size is, or is a number of steps kept in a char?",
            (long long)t->test_case->nearer);
    else if (widest(t) > UINT16_MAX && widest(t) <= 1 << 24)
        say(v,
            ", and 16 bits count no further than 65535: is the number of a row or of a column "
            "kept in a short? Or is the grid higher than 65535 blocks (blockIdx.x goes "
            "further), or does it end there?");
    else if (!has_an_end(t))
        say(v,
            ", and a float counts no further than 16777216: does an index that is read from an "
            "array go through a float, or through fewer bits than it has? Or does the grid end "
            "somewhere, as at 65535 blocks?");
    else
        say(v, ", and a float counts no further than 16777216: is an index, or a number of "
               "elements or of blocks, kept in one, as by ceilf()? blocks_for() counts them in "
               "integers. Or does the grid end somewhere, as at 65535 blocks?");
}

void fail_endless(const struct case_run *t, struct verdict *v)
{
    *v = (struct verdict){.passed = true, .reason = REASON_OK, .pattern = ""};
    fail(v, REASON_TIMEOUT, "it goes on and on, and with a little less it is over soon");
    say_numbers(t, v);
    say(v, ": does a loop count in fewer bits than its end takes, and begin again? Or in a "
           "float, which goes no further than 16777216?");
}
