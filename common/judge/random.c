/* Random numbers for inputs, the same on every machine. */
#include "random.h"
#include "case_run.h"

uint64_t random_stream(uint64_t seed, const char *task, const char *name)
{
    uint64_t hash = 0xcbf29ce484222325u ^ seed; /* FNV-1a over both names */
    for (; *task; task++)
        hash = (hash ^ (unsigned char)*task) * 0x100000001b3u;
    for (hash *= 0x100000001b3u; *name; name++)
        hash = (hash ^ (unsigned char)*name) * 0x100000001b3u;
    return next_random(&hash);
}

uint64_t random_bits(struct case_run *t)
{
    return next_random(&t->random_state);
}

double random_unit(struct case_run *t)
{
    return next_unit(&t->random_state);
}

int64_t random_between(struct case_run *t, int64_t low, int64_t high)
{
    return next_between(&t->random_state, low, high);
}
