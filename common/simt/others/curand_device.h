/* cuRAND's generators for kernels: XORWOW, Philox4x32-10 and MRG32k3a. C++17.
 *
 * Whole numbers and uniform ones are a device's, bit by bit; normal ones may differ in the last
 * places, by the logarithm and the sine. Sobol, MTGP32 and discrete distributions are not
 * supported.
 *
 * Sources: Marsaglia, Xorshift RNGs, 2003; Salmon et al., Parallel Random Numbers: As Easy as
 * 1, 2, 3, 2011; L'Ecuyer et al., An Object-Oriented Random-Number Package, 2002. Seeds are
 * scrambled, and streams lie apart, as cuRAND's documentation and its numbers have it. */
#ifndef SIMT_CURAND_DEVICE_H
#define SIMT_CURAND_DEVICE_H

#include <new>
#include <pthread.h>
#include <stdlib.h>
#include "shim/device.h"
#include "shim/translated.h"

/* The runtime's, and no access of the kernel's. No tick makes another lane go on meanwhile: it
 * would wait for ever at the lock of what this one is about to make. */
#define SIMT_OF_RUNTIME                                                                        \
    SIMT_UNWATCHED __attribute__((noinline, unused, section("simt_text"))) static
#define SIMT_PART_OF_IT SIMT_UNWATCHED __attribute__((always_inline))

/* The second number of a pair, for the next call. */
struct simt_spare {
    bool has_float, has_double;
    float next;
    double next_double;
};

/* --- XORWOW ------------------------------------------------------------------------------- */

struct curandStateXORWOW {
    unsigned d, v[5];
    simt_spare spare;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;

SIMT_INLINE void simt_xorwow_step(unsigned *v)
{
    unsigned t = v[0] ^ v[0] >> 2;
    for (int i = 0; i < 4; i++)
        v[i] = v[i + 1];
    v[4] = (v[4] ^ v[4] << 4) ^ (t ^ t << 1);
}

/* A step is linear in the 160 bits of v: column i is what it makes of bit i. */
struct simt_xorwow_matrix {
    unsigned column[160][5];

    SIMT_PART_OF_IT void apply(unsigned *v) const
    {
        unsigned sum[5] = {0, 0, 0, 0, 0};
        for (int i = 0; i < 160; i++)
            for (int w = 0; w < 5 && v[i / 32] >> i % 32 & 1; w++)
                sum[w] ^= column[i][w];
        for (int w = 0; w < 5; w++)
            v[w] = sum[w];
    }
};

/* The matrices of 2^k steps, each made of the one before: streams lie 2^67 apart. */
struct simt_xorwow_powers {
    simt_xorwow_matrix power[67 + 64];

    SIMT_PART_OF_IT simt_xorwow_powers()
    {
        for (int i = 0; i < 160; i++) {
            unsigned *v = power[0].column[i];
            for (int w = 0; w < 5; w++)
                v[w] = w == i / 32 ? 1u << i % 32 : 0;
            unsigned t = v[0] ^ v[0] >> 2;
            for (int w = 0; w < 4; w++)
                v[w] = v[w + 1];
            v[4] = (v[4] ^ v[4] << 4) ^ (t ^ t << 1);
        }
        for (int k = 1; k < 67 + 64; k++)
            for (int i = 0; i < 160; i++) {
                for (int w = 0; w < 5; w++)
                    power[k].column[i][w] = power[k - 1].column[i][w];
                power[k - 1].apply(power[k].column[i]);
            }
    }
};

static const simt_xorwow_powers *simt_all_powers;
static pthread_once_t simt_powers_made = PTHREAD_ONCE_INIT;

SIMT_OF_RUNTIME void simt_make_powers()
{
    void *place = malloc(sizeof(simt_xorwow_powers)); /* not of the kernels' heap */
    simt_all_powers = new (place) simt_xorwow_powers;
}

/* n * 2^first steps. */
SIMT_OF_RUNTIME void simt_xorwow_skip(unsigned *v, unsigned long long n, int first)
{
    pthread_once(&simt_powers_made, simt_make_powers);
    for (int k = first; n; n >>= 1, k++)
        if (n & 1)
            simt_all_powers->power[k].apply(v);
}

SIMT_INLINE void skipahead(unsigned long long n, curandStateXORWOW *state)
{
    simt_xorwow_skip(state->v, n, 0);
    state->d += 362437u * (unsigned)n;
}

SIMT_INLINE void skipahead_sequence(unsigned long long n, curandStateXORWOW *state)
{
    simt_xorwow_skip(state->v, n, 67);
}

SIMT_INLINE void curand_init(unsigned long long seed, unsigned long long subsequence,
                             unsigned long long offset, curandStateXORWOW *state)
{
    unsigned a = 1099087573u * ((unsigned)seed ^ 0xaad26b49u);
    unsigned b = 2591861531u * ((unsigned)(seed >> 32) ^ 0xf7dcefddu);
    *state = {6615241u + b + a,
              {123456789u + a, 362436069u ^ a, 521288629u + b, 88675123u ^ b, 5783321u + a},
              {}};
    skipahead_sequence(subsequence, state);
    skipahead(offset, state);
}

SIMT_INLINE unsigned curand(curandStateXORWOW *state)
{
    simt_xorwow_step(state->v);
    return state->v[4] + (state->d += 362437u);
}

/* --- Philox4x32-10 ------------------------------------------------------------------------ */

struct curandStatePhilox4_32_10 {
    uint4 ctr, output;
    uint2 key;
    unsigned STATE; /* so many of the output's four are used */
    simt_spare spare;
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

SIMT_INLINE uint4 simt_philox(uint4 c, uint2 key)
{
    for (int round = 0; round < 10; round++) {
        unsigned long long a = 0xd2511f53ull * c.x, b = 0xcd9e8d57ull * c.z;
        c = {(unsigned)(b >> 32) ^ c.y ^ key.x, (unsigned)b, (unsigned)(a >> 32) ^ c.w ^ key.y,
             (unsigned)a};
        key.x += 0x9e3779b9u;
        key.y += 0xbb67ae85u;
    }
    return c;
}

/* Adds n to the counter from its word number `first` on: x, y, or z, w. */
SIMT_INLINE void simt_philox_add(curandStatePhilox4_32_10 *state, unsigned long long n,
                                 bool upper)
{
    unsigned long long low = (unsigned long long)state->ctr.y << 32 | state->ctr.x;
    unsigned long long high = (unsigned long long)state->ctr.w << 32 | state->ctr.z;
    if (upper)
        high += n;
    else
        high += (low += n) < n;
    state->ctr = {(unsigned)low, (unsigned)(low >> 32), (unsigned)high, (unsigned)(high >> 32)};
    state->output = simt_philox(state->ctr, state->key);
}

SIMT_INLINE void skipahead(unsigned long long n, curandStatePhilox4_32_10 *state)
{
    unsigned long long used = state->STATE + (n & 3);
    state->STATE = used & 3;
    simt_philox_add(state, n / 4 + used / 4, false);
}

SIMT_INLINE void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10 *state)
{
    simt_philox_add(state, n, true);
}

SIMT_INLINE void curand_init(unsigned long long seed, unsigned long long subsequence,
                             unsigned long long offset, curandStatePhilox4_32_10 *state)
{
    *state = {};
    state->key = {(unsigned)seed, (unsigned)(seed >> 32)};
    skipahead_sequence(subsequence, state);
    skipahead(offset, state);
}

SIMT_INLINE unsigned curand(curandStatePhilox4_32_10 *state)
{
    const unsigned next[4] = {state->output.x, state->output.y, state->output.z,
                              state->output.w};
    unsigned number = next[state->STATE];
    skipahead(1, state);
    return number;
}

SIMT_INLINE uint4 curand4(curandStatePhilox4_32_10 *state)
{
    unsigned x = curand(state), y = curand(state), z = curand(state), w = curand(state);
    return {x, y, z, w};
}

/* --- MRG32k3a ----------------------------------------------------------------------------- */

struct curandStateMRG32k3a {
    unsigned s1[3], s2[3];
    simt_spare spare;
};
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;

constexpr unsigned long long simt_mrg_m1 = 4294967087ull, simt_mrg_m2 = 4294944443ull;

/* s = A^(2^first * n) s mod m, by squares. */
SIMT_OF_RUNTIME void simt_mrg_skip(unsigned *s, bool second, unsigned long long n, int first)
{
    unsigned long long m = second ? simt_mrg_m2 : simt_mrg_m1;
    unsigned long long a[3][3] = {{0, 1, 0}, {0, 0, 1}, {m - 810728, 1403580, 0}};
    if (second)
        a[2][0] = m - 1370589, a[2][1] = 0, a[2][2] = 527612;
    for (int k = 0; k < first || n; k++) {
        unsigned long long square[3][3], next[3];
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++)
                square[i][j] =
                    (a[i][0] * a[0][j] % m + a[i][1] * a[1][j] % m + a[i][2] * a[2][j] % m) % m;
            next[i] = (a[i][0] * s[0] % m + a[i][1] * s[1] % m + a[i][2] * s[2] % m) % m;
        }
        for (int i = 0; i < 3 && k >= first && n & 1; i++)
            s[i] = (unsigned)next[i];
        n = k >= first ? n >> 1 : n;
        __builtin_memcpy(a, square, sizeof a);
    }
}

SIMT_INLINE void simt_mrg_skip_both(curandStateMRG32k3a *state, unsigned long long n, int first)
{
    simt_mrg_skip(state->s1, false, n, first);
    simt_mrg_skip(state->s2, true, n, first);
}

SIMT_INLINE void skipahead(unsigned long long n, curandStateMRG32k3a *state)
{
    simt_mrg_skip_both(state, n, 0);
}

SIMT_INLINE void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a *state)
{
    simt_mrg_skip_both(state, n, 76);
}

SIMT_INLINE void skipahead_sequence(unsigned long long n, curandStateMRG32k3a *state)
{
    simt_mrg_skip_both(state, n, 127);
}

SIMT_INLINE void curand_init(unsigned long long seed, unsigned long long subsequence,
                             unsigned long long offset, curandStateMRG32k3a *state)
{
    unsigned long long a = (unsigned)seed ^ 0x55555555u;
    unsigned long long b = (unsigned)(seed >> 32) ^ 0xaaaaaaaau;
    *state = {{12345, 12345, 12345}, {12345, 12345, 12345}, {}};
    for (int i = 0; i < 3 && seed; i++) {
        state->s1[i] = (unsigned)((i == 1 ? b : a) * 12345 % simt_mrg_m1);
        state->s2[i] = (unsigned)((i == 1 ? a : b) * 12345 % simt_mrg_m2);
    }
    skipahead_subsequence(subsequence, state);
    skipahead(offset, state);
}

/* From 1 to m1. */
SIMT_INLINE double simt_mrg_next(curandStateMRG32k3a *state)
{
    unsigned *s = state->s1, *t = state->s2;
    unsigned long long p =
        (1403580ull * s[1] + (simt_mrg_m1 - 810728) * s[0] % simt_mrg_m1) % simt_mrg_m1;
    unsigned long long q =
        (527612ull * t[2] + (simt_mrg_m2 - 1370589) * t[0] % simt_mrg_m2) % simt_mrg_m2;
    s[0] = s[1], s[1] = s[2], s[2] = (unsigned)p;
    t[0] = t[1], t[1] = t[2], t[2] = (unsigned)q;
    return p <= q ? (double)p - (double)q + (double)simt_mrg_m1 : (double)p - (double)q;
}

SIMT_INLINE unsigned curand(curandStateMRG32k3a *state)
{
    return (unsigned)(simt_mrg_next(state) * 1.000000048662);
}

/* --- uniform numbers, above 0 and up to 1 ------------------------------------------------- */

SIMT_INLINE float simt_uniform(unsigned x)
{
    return fmaf((float)x, 1 / 4294967296.f, 1 / 8589934592.f);
}

SIMT_INLINE double simt_uniform_of_two(unsigned x, unsigned y)
{
    unsigned long long bits = x ^ (unsigned long long)y << 21;
    return fma((double)bits, 1 / 9007199254740992., 1 / 18014398509481984.);
}

SIMT_INLINE float curand_uniform(curandStateXORWOW *state)
{
    return simt_uniform(curand(state));
}

SIMT_INLINE float curand_uniform(curandStatePhilox4_32_10 *state)
{
    return simt_uniform(curand(state));
}

SIMT_INLINE float curand_uniform(curandStateMRG32k3a *state)
{
    return (float)(simt_mrg_next(state) * 2.3283065498378288e-10);
}

SIMT_INLINE double curand_uniform_double(curandStateXORWOW *state)
{
    unsigned x = curand(state);
    return simt_uniform_of_two(x, curand(state));
}

SIMT_INLINE double curand_uniform_double(curandStatePhilox4_32_10 *state)
{
    return fma((double)curand(state), 1 / 4294967296., 1 / 4294967296.);
}

SIMT_INLINE double curand_uniform_double(curandStateMRG32k3a *state)
{
    return simt_mrg_next(state) * 2.3283065498378288e-10;
}

SIMT_INLINE float4 curand_uniform4(curandStatePhilox4_32_10 *state)
{
    uint4 bits = curand4(state);
    return {simt_uniform(bits.x), simt_uniform(bits.y), simt_uniform(bits.z),
            simt_uniform(bits.w)};
}

SIMT_INLINE double2 curand_uniform2_double(curandStatePhilox4_32_10 *state)
{
    uint4 bits = curand4(state);
    return {simt_uniform_of_two(bits.x, bits.y), simt_uniform_of_two(bits.z, bits.w)};
}

/* --- normal numbers: Box and Muller's pairs ----------------------------------------------- */

SIMT_INLINE float2 simt_normal_pair(float u, float v)
{
    float radius = sqrtf(-2 * logf(u));
    return {radius * sinf(v), radius * cosf(v)};
}

SIMT_INLINE float2 simt_normal_of_bits(unsigned x, unsigned y)
{
    const float turn = 2.3283064e-10f * 6.2831855f;
    return simt_normal_pair(simt_uniform(x), fmaf((float)y, turn, turn / 2));
}

template <class State> SIMT_INLINE float2 curand_normal2(State *state)
{
    unsigned x = curand(state);
    return simt_normal_of_bits(x, curand(state));
}

SIMT_INLINE float2 curand_normal2(curandStateMRG32k3a *state)
{
    float u = curand_uniform(state);
    return simt_normal_pair(u, curand_uniform(state) * 6.2831855f);
}

template <class State> SIMT_INLINE float curand_normal(State *state)
{
    simt_spare *spare = &state->spare;
    spare->has_float = !spare->has_float;
    if (!spare->has_float)
        return spare->next;
    float2 pair = curand_normal2(state);
    spare->next = pair.y;
    return pair.x;
}

SIMT_INLINE float4 curand_normal4(curandStatePhilox4_32_10 *state)
{
    float2 first = curand_normal2(state), second = curand_normal2(state);
    return {first.x, first.y, second.x, second.y};
}

SIMT_INLINE double2 simt_normal_pair_double(double u, double half_turns)
{
    double radius = sqrt(-2 * log(u));
    return {radius * sinpi(half_turns), radius * cospi(half_turns)};
}

template <class State> SIMT_INLINE double2 curand_normal2_double(State *state)
{
    unsigned x = curand(state), y = curand(state), z = curand(state), w = curand(state);
    return simt_normal_pair_double(simt_uniform_of_two(x, y), 2 * simt_uniform_of_two(z, w));
}

SIMT_INLINE double2 curand_normal2_double(curandStateMRG32k3a *state)
{
    double u = curand_uniform_double(state);
    return simt_normal_pair_double(u, 2 * curand_uniform_double(state));
}

template <class State> SIMT_INLINE double curand_normal_double(State *state)
{
    simt_spare *spare = &state->spare;
    spare->has_double = !spare->has_double;
    if (!spare->has_double)
        return spare->next_double;
    double2 pair = curand_normal2_double(state);
    spare->next_double = pair.y;
    return pair.x;
}

template <class State>
SIMT_INLINE float curand_log_normal(State *state, float mean, float deviation)
{
    return expf(mean + deviation * curand_normal(state));
}

template <class State>
SIMT_INLINE double curand_log_normal_double(State *state, double mean, double deviation)
{
    return exp(mean + deviation * curand_normal_double(state));
}

#include "others/curand_more.h"

#endif
