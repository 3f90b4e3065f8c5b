/* Random numbers out of a state that they change: inline for the loops that fill arrays, where
 * a range that the compiler knows costs no division. lab.h offers them for a case's own state.
 */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdbool.h>
#include <stdint.h>

/* Of a secret seed. A number of splitmix64 leads back to its state, that to all numbers behind
 * it, and to the seed: who sees 16 bytes of a case's inputs could compute the others. So the
 * states of secret seeds are mixed twice, under keys that come of the seed by a function that
 * nobody turns round (Even and Mansour's construction with two rounds). Others are mixed once:
 * their numbers are those of the handouts. */
struct random_keys {
    bool are_used;
    uint64_t before, between, behind;
};
extern struct random_keys random_keys;

/* From now on numbers are those of that seed's kind: of more than 32 bits it is a secret one.
 */
void random_use_seed(uint64_t seed);

/* SipHash-2-4 (Aumasson and Bernstein, INDOCRYPT 2012) of 8 bytes. */
uint64_t sip_hash(const uint64_t key[2], uint64_t message);

/* splitmix64 (Steele, Lea and Flood, OOPSLA 2014): one add and a mix a number. */
static inline uint64_t mixed_bits(uint64_t z)
{
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static inline uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    if (!random_keys.are_used)
        return mixed_bits(z);
    z = mixed_bits(z ^ random_keys.before) ^ random_keys.between;
    return mixed_bits(z) ^ random_keys.behind;
}

/* In [0,1), with 24 bits. */
static inline double next_unit(uint64_t *state)
{
    return (double)(next_random(state) >> 40) * 0x1p-24;
}

/* From low to high, both included. */
static inline int64_t next_between(uint64_t *state, int64_t low, int64_t high)
{
    return low + (int64_t)(next_random(state) % (uint64_t)(high - low + 1));
}

/* Returns where the random numbers of a case begin. Each case has its own, so that a new case
 * changes none of the others. */
uint64_t random_stream(uint64_t seed, const char *task, const char *name);

#endif
