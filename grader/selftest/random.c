/* Numbers of a public seed lead back to their state, and so to those that follow; those of a
 * secret one do not: random public|secret|sip says so by its exit. */
#include "random.h"

#include <stdio.h>
#include <string.h>

enum { TRIES = 1000 };

/* The number by which an odd one is multiplied to 1 (Newton's steps). */
static uint64_t inverse(uint64_t odd)
{
    uint64_t x = odd;
    for (int i = 0; i < 6; i++)
        x *= 2 - odd * x;
    return x;
}

static uint64_t unshifted(uint64_t z, unsigned bits)
{
    uint64_t x = z;
    for (unsigned known = bits; known < 64; known += bits)
        x = z ^ x >> bits;
    return x;
}

/* What the plain mix made this of. */
static uint64_t unmixed(uint64_t z)
{
    z = unshifted(z, 31) * inverse(0x94d049bb133111ebu);
    z = unshifted(z, 27) * inverse(0xbf58476d1ce4e5b9u);
    return unshifted(z, 30);
}

/* Of so many tries, how often who sees one number knows the next. */
static unsigned guessed(uint64_t seed)
{
    unsigned right = 0;
    for (uint64_t i = 0; i < TRIES; i++) {
        random_use_seed(seed + i);
        uint64_t state = i << 32 | i, seen = unmixed(next_random(&state));
        right += mixed_bits(seen + 0x9e3779b97f4a7c15u) == next_random(&state);
    }
    return right;
}

/* Numbers of neighbours among the seeds differ in half of their bits. */
static unsigned like_neighbours(uint64_t seed)
{
    unsigned alike = 0;
    for (uint64_t i = 0; i < TRIES; i++) {
        uint64_t one = i, other = i;
        random_use_seed(seed + i);
        uint64_t first = next_random(&one);
        random_use_seed(seed + i + 1);
        unsigned bits = (unsigned)__builtin_popcountll(first ^ next_random(&other));
        alike += bits < 12 || bits > 52;
    }
    return alike;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    const uint64_t secret = (uint64_t)1 << 52,
                   key[] = {0x0706050403020100u, 0x0f0e0d0c0b0a0908u};
    if (!strcmp(what, "public"))
        return guessed(1) != TRIES || guessed(UINT32_MAX - TRIES) != TRIES;
    if (!strcmp(what, "secret"))
        return guessed(secret) || guessed((uint64_t)UINT32_MAX + 1) || like_neighbours(secret);
    if (!strcmp(what, "sip")) /* as its authors have it */
        return sip_hash(key, 0x0706050403020100u) != 0x93f5f5799a932462u;
    return 2;
}
