/* Random numbers for inputs, the same on every machine. */
#include "random.h"

struct random_keys random_keys;

/* --- secret seeds ------------------------------------------------------------------------- */

static uint64_t rotated(uint64_t word, unsigned bits)
{
    return word << bits | word >> (64 - bits);
}

static void sip_rounds(uint64_t v[4], unsigned rounds)
{
    for (; rounds; rounds--) {
        v[0] += v[1];
        v[1] = rotated(v[1], 13) ^ v[0];
        v[0] = rotated(v[0], 32);
        v[2] += v[3];
        v[3] = rotated(v[3], 16) ^ v[2];
        v[0] += v[3];
        v[3] = rotated(v[3], 21) ^ v[0];
        v[2] += v[1];
        v[1] = rotated(v[1], 17) ^ v[2];
        v[2] = rotated(v[2], 32);
    }
}

uint64_t sip_hash(const uint64_t key[2], uint64_t message)
{
    const uint64_t words[] = {message, (uint64_t)sizeof message << 56};
    uint64_t v[4] = {key[0] ^ 0x736f6d6570736575u, key[1] ^ 0x646f72616e646f6du,
                     key[0] ^ 0x6c7967656e657261u, key[1] ^ 0x7465646279746573u};
    for (unsigned i = 0; i < 2; i++) {
        v[3] ^= words[i];
        sip_rounds(v, 2);
        v[0] ^= words[i];
    }
    v[2] ^= 0xff;
    sip_rounds(v, 4);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

void random_use_seed(uint64_t seed)
{
    const uint64_t key[2] = {seed, 0x696e70757473206fu}; /* "inputs o" */
    random_keys = (struct random_keys){.are_used = seed > UINT32_MAX,
                                       .before = sip_hash(key, 1),
                                       .between = sip_hash(key, 2),
                                       .behind = sip_hash(key, 3)};
}

/* --- where a case's numbers begin -----------------------------------------------------------
 */

uint64_t random_stream(uint64_t seed, const char *task, const char *name)
{
    uint64_t hash = 0xcbf29ce484222325u ^ seed; /* FNV-1a over both names */
    for (; *task; task++)
        hash = (hash ^ (unsigned char)*task) * 0x100000001b3u;
    for (hash *= 0x100000001b3u; *name; name++)
        hash = (hash ^ (unsigned char)*name) * 0x100000001b3u;
    return next_random(&hash);
}
