/* cuRAND in kernels, besides whole, uniform and normal numbers: pairs and fours of what
 * curand_device.h has, and Poisson's. C++17.
 *
 * Poisson's numbers have their distribution; up to a mean of 64 they are a device's, but for
 * the last place of an exponential, and beyond it they are others.
 *
 * Source of Poisson's: Knuth, The Art of Computer Programming 2, 3.4.1. */
#ifndef SIMT_CURAND_MORE_H
#define SIMT_CURAND_MORE_H

/* --- pairs and fours ---------------------------------------------------------------------- */

SIMT_INLINE double4 curand_uniform4_double(curandStatePhilox4_32_10 *state)
{
    double2 first = curand_uniform2_double(state), second = curand_uniform2_double(state);
    return {first.x, first.y, second.x, second.y};
}

SIMT_INLINE double4 curand_normal4_double(curandStatePhilox4_32_10 *state)
{
    double2 first = curand_normal2_double(state), second = curand_normal2_double(state);
    return {first.x, first.y, second.x, second.y};
}

template <class State>
SIMT_INLINE float2 curand_log_normal2(State *state, float mean, float deviation)
{
    float2 pair = curand_normal2(state);
    return {expf(mean + deviation * pair.x), expf(mean + deviation * pair.y)};
}

template <class State>
SIMT_INLINE double2 curand_log_normal2_double(State *state, double mean, double deviation)
{
    double2 pair = curand_normal2_double(state);
    return {exp(mean + deviation * pair.x), exp(mean + deviation * pair.y)};
}

SIMT_INLINE float4 curand_log_normal4(curandStatePhilox4_32_10 *state, float mean,
                                      float deviation)
{
    float2 first = curand_log_normal2(state, mean, deviation),
           second = curand_log_normal2(state, mean, deviation);
    return {first.x, first.y, second.x, second.y};
}

SIMT_INLINE double4 curand_log_normal4_double(curandStatePhilox4_32_10 *state, double mean,
                                              double deviation)
{
    double2 first = curand_log_normal2_double(state, mean, deviation),
            second = curand_log_normal2_double(state, mean, deviation);
    return {first.x, first.y, second.x, second.y};
}

/* --- Poisson's ---------------------------------------------------------------------------- */

/* So many uniform numbers are multiplied before the product is below e^-mean. */
template <class State> SIMT_INLINE unsigned simt_poisson_of_few(State *state, float mean)
{
    unsigned count = 0;
    float product = expf(mean);
    do
        product *= curand_uniform(state);
    while (++count && product > 1);
    return count - 1;
}

/* A sum of such numbers is one of the sum of their means. */
template <class State> SIMT_INLINE unsigned curand_poisson(State *state, double mean)
{
    const double most = 63;
    unsigned sum = 0;
    for (; mean >= 64; mean -= most)
        sum += simt_poisson_of_few(state, (float)most);
    return sum + simt_poisson_of_few(state, (float)mean);
}

SIMT_INLINE uint4 curand_poisson4(curandStatePhilox4_32_10 *state, double mean)
{
    unsigned x = curand_poisson(state, mean), y = curand_poisson(state, mean),
             z = curand_poisson(state, mean), w = curand_poisson(state, mean);
    return {x, y, z, w};
}

#endif
