/* Random numbers out of a state that they change: inline for the loops that fill arrays, where
 * a range that the compiler knows costs no division. lab.h offers them for a case's own state.
 */
#ifndef RANDOM_H
#define RANDOM_H

#include <stdint.h>

/* splitmix64 (Steele, Lea and Flood, OOPSLA 2014): one add and a mix a number. */
static inline uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
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

#endif
