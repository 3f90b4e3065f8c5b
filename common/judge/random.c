/* Random numbers for inputs, the same on every machine. */
#include "case_run.h"

/* splitmix64 (Steele, Lea and Flood, OOPSLA 2014): one add and a mix a number. */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

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
    return (double)(random_bits(t) >> 40) * 0x1p-24;
}

int64_t random_between(struct case_run *t, int64_t low, int64_t high)
{
    return low + (int64_t)(random_bits(t) % (uint64_t)(high - low + 1));
}
