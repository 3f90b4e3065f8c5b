/* cuRAND's generators that host code calls: XORWOW, MRG32k3a and Philox4x32-10, uniform, normal
 * and log-normal. C++17.
 *
 * Whole and uniform numbers are those of cuRAND's generators on the host, bit by bit; normal
 * ones are the same pairs, within the logarithm and the sine. Seeded and dynamic orders,
 * Poisson numbers, MTGP32, MT19937 and Sobol are not supported.
 *
 * Source: what curandCreateGeneratorHost() of cuRAND 10 gives. 4096 lanes (of MRG32k3a 81920),
 * each with a subsequence of its own, take turns; one turn is a number, or a pair. */
#ifndef SIMT_CURAND_H
#define SIMT_CURAND_H

#define CURAND_H_ /* by which other headers see that this one has been read */

#include <math.h>
#include <string.h>
#include <vector>
#include "others/cuda_runtime.h"
#include "others/curand_device.h"

enum curandStatus {
    CURAND_STATUS_SUCCESS = 0,
    CURAND_STATUS_VERSION_MISMATCH = 100,
    CURAND_STATUS_NOT_INITIALIZED = 101,
    CURAND_STATUS_ALLOCATION_FAILED = 102,
    CURAND_STATUS_TYPE_ERROR = 103,
    CURAND_STATUS_OUT_OF_RANGE = 104,
    CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105,
    CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106,
    CURAND_STATUS_LAUNCH_FAILURE = 201,
    CURAND_STATUS_PREEXISTING_FAILURE = 202,
    CURAND_STATUS_INITIALIZATION_FAILED = 203,
    CURAND_STATUS_ARCH_MISMATCH = 204,
    CURAND_STATUS_INTERNAL_ERROR = 999,
};
typedef enum curandStatus curandStatus_t;

enum curandRngType {
    CURAND_RNG_PSEUDO_DEFAULT = 100,
    CURAND_RNG_PSEUDO_XORWOW = 101,
    CURAND_RNG_PSEUDO_MRG32K3A = 121,
    CURAND_RNG_PSEUDO_MTGP32 = 141,
    CURAND_RNG_PSEUDO_MT19937 = 142,
    CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
    CURAND_RNG_QUASI_DEFAULT = 200,
    CURAND_RNG_QUASI_SOBOL32 = 201,
    CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202,
    CURAND_RNG_QUASI_SOBOL64 = 203,
    CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204,
};
typedef enum curandRngType curandRngType_t;

enum curandOrdering {
    CURAND_ORDERING_PSEUDO_BEST = 100,
    CURAND_ORDERING_PSEUDO_DEFAULT = 101,
    CURAND_ORDERING_PSEUDO_SEEDED = 102,
    CURAND_ORDERING_PSEUDO_LEGACY = 103,
    CURAND_ORDERING_PSEUDO_DYNAMIC = 104,
    CURAND_ORDERING_QUASI_DEFAULT = 201,
};
typedef enum curandOrdering curandOrdering_t;

namespace simt
{

/* --- lanes: XORWOW and MRG32k3a ----------------------------------------------------------- */

template <class State, unsigned LANES> struct lanes {
    std::vector<State> state = std::vector<State>(LANES);
    std::vector<bool> known = std::vector<bool>(LANES);
    unsigned long long seed, offset;
    unsigned turn;

    void begin(unsigned long long new_seed, unsigned long long new_offset)
    {
        known.assign(LANES, false);
        seed = new_seed, offset = new_offset;
        turn = (unsigned)(offset % LANES);
    }
    State *next()
    {
        unsigned lane = turn;
        turn = (turn + 1) % LANES;
        if (!known[lane])
            curand_init(seed, lane, offset / LANES + (lane < offset % LANES), &state[lane]);
        known[lane] = true;
        return &state[lane];
    }
};

/* --- Philox: number i of all, in groups of four ------------------------------------------- */

struct counted {
    unsigned long long seed, at;

    void begin(unsigned long long new_seed, unsigned long long offset)
    {
        seed = new_seed, at = offset;
    }
    curandStatePhilox4_32_10 group(unsigned long long number) const
    {
        curandStatePhilox4_32_10 state;
        curand_init(seed, number % 65536, number / 65536 * 4, &state);
        return state;
    }
};

} // namespace simt

struct curandGenerator_st {
    curandRngType_t type;
    bool on_host;
    cudaStream_t stream;
    unsigned long long seed, offset;
    simt::lanes<curandStateXORWOW, 4096> xorwow;
    simt::lanes<curandStateMRG32k3a, 81920> mrg;
    simt::counted philox;

    void begin()
    {
        xorwow.begin(seed, offset);
        mrg.begin(seed, offset);
        philox.begin(seed, offset);
    }
};
typedef struct curandGenerator_st *curandGenerator_t;

/* --- generators --------------------------------------------------------------------------- */

inline curandStatus_t simt_create_generator(curandGenerator_t *generator, curandRngType_t type,
                                            bool on_host)
{
    if (type == CURAND_RNG_PSEUDO_DEFAULT)
        type = CURAND_RNG_PSEUDO_XORWOW;
    if (type != CURAND_RNG_PSEUDO_XORWOW && type != CURAND_RNG_PSEUDO_MRG32K3A &&
        type != CURAND_RNG_PSEUDO_PHILOX4_32_10) {
        fputs("not supported without a GPU: this generator of cuRAND; XORWOW, MRG32k3a and "
              "Philox are\n",
              stderr);
        return CURAND_STATUS_TYPE_ERROR;
    }
    *generator = new curandGenerator_st{};
    (*generator)->type = type;
    (*generator)->on_host = on_host;
    (*generator)->begin();
    return CURAND_STATUS_SUCCESS;
}

inline curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t type)
{
    return simt_create_generator(generator, type, false);
}

inline curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator,
                                                curandRngType_t type)
{
    return simt_create_generator(generator, type, true);
}

inline curandStatus_t curandDestroyGenerator(curandGenerator_t generator)
{
    delete generator;
    return CURAND_STATUS_SUCCESS;
}

inline curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                         unsigned long long seed)
{
    generator->seed = seed;
    generator->begin();
    return CURAND_STATUS_SUCCESS;
}

inline curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator,
                                               unsigned long long offset)
{
    generator->offset = offset;
    generator->begin();
    return CURAND_STATUS_SUCCESS;
}

inline curandStatus_t curandSetGeneratorOrdering(curandGenerator_t, curandOrdering_t order)
{
    bool known = order == CURAND_ORDERING_PSEUDO_BEST ||
                 order == CURAND_ORDERING_PSEUDO_DEFAULT ||
                 order == CURAND_ORDERING_PSEUDO_LEGACY;
    return known ? CURAND_STATUS_SUCCESS : CURAND_STATUS_OUT_OF_RANGE;
}

inline curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream)
{
    generator->stream = stream;
    return CURAND_STATUS_SUCCESS;
}

inline curandStatus_t curandGetVersion(int *version)
{
    *version = 10400;
    return CURAND_STATUS_SUCCESS;
}

inline curandStatus_t curandGenerateSeeds(curandGenerator_t)
{
    return CURAND_STATUS_SUCCESS;
}

/* --- numbers ------------------------------------------------------------------------------ */

namespace simt
{

template <class T>
curandStatus_t hand_over(curandGenerator_t generator, T *out, const std::vector<T> &made)
{
    if (made.empty())
        return CURAND_STATUS_SUCCESS;
    if (generator->on_host) {
        memcpy(out, made.data(), made.size() * sizeof(T));
        return CURAND_STATUS_SUCCESS;
    }
    cudaError_t error = cudaMemcpyAsync(out, made.data(), made.size() * sizeof(T),
                                        cudaMemcpyHostToDevice, generator->stream);
    return error == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LAUNCH_FAILURE;
}

/* One by one, each by of_lane(state), or of four by of_group(state, which of the four). */
template <class T, class OfLane, class OfGroup>
curandStatus_t one_by_one(curandGenerator_t generator, T *out, size_t n, OfLane of_lane,
                          OfGroup of_group)
{
    std::vector<T> made(n);
    for (size_t i = 0; i < n; i++) {
        if (generator->type == CURAND_RNG_PSEUDO_XORWOW) {
            made[i] = of_lane(generator->xorwow.next());
        } else if (generator->type == CURAND_RNG_PSEUDO_MRG32K3A) {
            made[i] = of_lane(generator->mrg.next());
        } else {
            unsigned long long at = generator->philox.at++;
            curandStatePhilox4_32_10 state = generator->philox.group(at / 4);
            made[i] = of_group(&state, (unsigned)(at % 4));
        }
    }
    return hand_over(generator, out, made);
}

/* In pairs, each by of_lane(state). */
template <class T, class OfLane, class OfGroup>
curandStatus_t in_pairs(curandGenerator_t generator, T *out, size_t n, OfLane of_lane,
                        OfGroup of_group)
{
    if (generator->type == CURAND_RNG_PSEUDO_PHILOX4_32_10)
        return one_by_one(generator, out, n, [](auto *) { return T(); }, of_group);
    if (n % 2 != 0)
        return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    std::vector<T> made(n);
    for (size_t i = 0; i < n; i += 2) {
        auto pair = generator->type == CURAND_RNG_PSEUDO_XORWOW
                        ? of_lane(generator->xorwow.next())
                        : of_lane(generator->mrg.next());
        made[i] = pair.x;
        made[i + 1] = pair.y;
    }
    return hand_over(generator, out, made);
}

template <class State> unsigned skip_to(State *state, unsigned which)
{
    for (unsigned i = 0; i < which; i++)
        curand(state);
    return which;
}

template <class Change>
curandStatus_t normals(curandGenerator_t generator, float *out, size_t n, Change change)
{
    auto changed = [=](float2 pair) { return make_float2(change(pair.x), change(pair.y)); };
    return in_pairs(
        generator, out, n, [=](auto *state) { return changed(curand_normal2(state)); },
        [=](auto *state, unsigned which) {
            skip_to(state, which / 2 * 2);
            float2 pair = changed(curand_normal2(state));
            return which % 2 ? pair.y : pair.x;
        });
}

template <class Change>
curandStatus_t double_normals(curandGenerator_t generator, double *out, size_t n, Change change)
{
    auto changed = [=](double2 pair) { return make_double2(change(pair.x), change(pair.y)); };
    return in_pairs(
        generator, out, n, [=](auto *state) { return changed(curand_normal2_double(state)); },
        [=](auto *state, unsigned which) {
            skip_to(state, which / 2 * 4);
            double2 pair = changed(curand_normal2_double(state));
            return which % 2 ? pair.y : pair.x;
        });
}

} // namespace simt

inline curandStatus_t curandGenerate(curandGenerator_t generator, unsigned *out, size_t n)
{
    return simt::one_by_one(
        generator, out, n, [](auto *state) { return curand(state); },
        [](auto *state, unsigned which) {
            simt::skip_to(state, which);
            return curand(state);
        });
}

inline curandStatus_t curandGenerateUniform(curandGenerator_t generator, float *out, size_t n)
{
    return simt::one_by_one(
        generator, out, n, [](auto *state) { return curand_uniform(state); },
        [](auto *state, unsigned which) {
            simt::skip_to(state, which);
            return curand_uniform(state);
        });
}

inline curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double *out,
                                                  size_t n)
{
    return simt::one_by_one(
        generator, out, n, [](auto *state) { return curand_uniform_double(state); },
        [](auto *state, unsigned which) {
            simt::skip_to(state, which * 2);
            unsigned x = curand(state);
            return simt_uniform_of_two(x, curand(state));
        });
}

inline curandStatus_t curandGenerateNormal(curandGenerator_t generator, float *out, size_t n,
                                           float mean, float deviation)
{
    return simt::normals(generator, out, n, [=](float x) { return mean + deviation * x; });
}

inline curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float *out, size_t n,
                                              float mean, float deviation)
{
    return simt::normals(generator, out, n,
                         [=](float x) { return expf(mean + deviation * x); });
}

inline curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double *out,
                                                 size_t n, double mean, double deviation)
{
    return simt::double_normals(generator, out, n,
                                [=](double x) { return mean + deviation * x; });
}

inline curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double *out,
                                                    size_t n, double mean, double deviation)
{
    return simt::double_normals(generator, out, n,
                                [=](double x) { return exp(mean + deviation * x); });
}

/* --- what is missing ---------------------------------------------------------------------- */

#define UNSUPPORTED(name)                                                                      \
    curandStatus_t name(...) SIMT_ERROR("not supported without a GPU: " #name);
UNSUPPORTED(curandGeneratePoisson)
UNSUPPORTED(curandGenerateBinomial)
UNSUPPORTED(curandGenerateLongLong)
UNSUPPORTED(curandCreatePoissonDistribution)
UNSUPPORTED(curandDestroyDistribution)
UNSUPPORTED(curandGetDirectionVectors32)
UNSUPPORTED(curandGetDirectionVectors64)
UNSUPPORTED(curandGetScrambleConstants32)
UNSUPPORTED(curandGetScrambleConstants64)
UNSUPPORTED(curandSetQuasiRandomGeneratorDimensions)
#undef UNSUPPORTED

#endif
