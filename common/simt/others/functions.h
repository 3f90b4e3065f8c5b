/* CUDA's mathematics and intrinsics that no lab needs: inverse error functions, Bessel
 * functions, norms, comparisons of half with a mask, atomic sums of vectors. C++17. */
#ifndef SIMT_FUNCTIONS_H
#define SIMT_FUNCTIONS_H

#include "shim/cmath"
#include "shim/cuda_runtime.h"

/* The float form goes through double, which makes it right to the last place. */
#define SIMT_WITH_FLOAT(name)                                                                  \
    inline float name##f(float x)                                                              \
    {                                                                                          \
        return (float)name((double)x);                                                         \
    }                                                                                          \
    inline float name(float x)                                                                 \
    {                                                                                          \
        return name##f(x);                                                                     \
    }

/* --- error functions ---------------------------------------------------------------------- */

/* Solves erfc(z) = y for 0 < y <= 1, by Halley's steps from Winitzki's estimate. */
inline double simt_erfc_solved(double y)
{
    const double a = 0.147, log_y = log(y * (2 - y)), s = 2 / (M_PI * a) + log_y / 2;
    double z = sqrt(fmax(sqrt(s * s - log_y / a) - s, 0.0));
    for (int step = 0; step < 4; step++) {
        double off = (erfc(z) - y) / (-2 / sqrt(M_PI) * exp(-z * z));
        z -= off / (1 + z * off);
    }
    return z;
}

inline double erfcinv(double y)
{
    if (!(y >= 0 && y <= 2))
        return NAN;
    if (y == 0 || y == 2)
        return y == 0 ? INFINITY : -INFINITY;
    return y <= 1 ? simt_erfc_solved(y) : -simt_erfc_solved(2 - y);
}
SIMT_WITH_FLOAT(erfcinv)

/* Near 0 erf() itself is what tells numbers apart. */
inline double erfinv(double x)
{
    if (!(fabs(x) < 0.5))
        return x < 0 ? -erfcinv(1 + x) : erfcinv(1 - x);
    double z = x * sqrt(M_PI) / 2;
    for (int step = 0; step < 6; step++) {
        double off = (erf(z) - x) / (2 / sqrt(M_PI) * exp(-z * z));
        z -= off / (1 + z * off);
    }
    return z;
}
SIMT_WITH_FLOAT(erfinv)

inline double normcdfinv(double p)
{
    return -M_SQRT2 * erfcinv(2 * p);
}
SIMT_WITH_FLOAT(normcdfinv)

/* exp(x^2) * erfc(x); where erfc() is about to vanish, by its first terms. */
inline double erfcx(double x)
{
    const double square = x * x, rest = fma(x, x, -square);
    if (x < 25)
        return exp(square) * erfc(x) * (1 + rest);
    double sum = 1;
    for (double k = 5.5; k > 0; k--)
        sum = 1 - k / square * sum;
    return sum / (x * sqrt(M_PI));
}
SIMT_WITH_FLOAT(erfcx)

/* --- Bessel functions, norms -------------------------------------------------------------- */

#if __cplusplus >= 201703L || defined __STDCPP_WANT_MATH_SPEC_FUNCS__
inline double cyl_bessel_i0(double x)
{
    return std::cyl_bessel_i(0, fabs(x));
}
SIMT_WITH_FLOAT(cyl_bessel_i0)

inline double cyl_bessel_i1(double x)
{
    return copysign(std::cyl_bessel_i(1, fabs(x)), x);
}
SIMT_WITH_FLOAT(cyl_bessel_i1)
#endif
#undef SIMT_WITH_FLOAT

inline double norm(int count, const double *x)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

inline float normf(int count, const float *x)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += (double)x[i] * x[i];
    return (float)sqrt(sum);
}

inline double rnorm(int count, const double *x)
{
    return 1 / norm(count, x);
}

inline float rnormf(int count, const float *x)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += (double)x[i] * x[i];
    return (float)(1 / sqrt(sum));
}

inline double rnorm3d(double x, double y, double z)
{
    return 1 / norm3d(x, y, z);
}

inline float rnorm3df(float x, float y, float z)
{
    return (float)rnorm3d(x, y, z);
}

inline double rnorm4d(double x, double y, double z, double w)
{
    return 1 / norm4d(x, y, z, w);
}

inline float rnorm4df(float x, float y, float z, float w)
{
    return (float)rnorm4d(x, y, z, w);
}

/* --- bits --------------------------------------------------------------------------------- */

/* The place of the set bit number `offset`, counted from bit `base` upwards, or downwards where
 * it is negative. */
inline unsigned __fns(unsigned mask, unsigned base, int offset)
{
    int by = offset < 0 ? -1 : 1, left = offset < 0 ? -offset : offset;
    if (offset == 0)
        return base < 32 && mask >> base & 1 ? base : ~0u;
    for (int i = (int)base; i >= 0 && i < 32; i += by)
        if (mask >> i & 1 && --left == 0)
            return (unsigned)i;
    return ~0u;
}

/* --- atomic sums of vectors: each of its parts is atomic ---------------------------------- */

inline float2 atomicAdd(float2 *at, float2 value)
{
    return make_float2(atomicAdd(&at->x, value.x), atomicAdd(&at->y, value.y));
}

inline float4 atomicAdd(float4 *at, float4 value)
{
    return make_float4(atomicAdd(&at->x, value.x), atomicAdd(&at->y, value.y),
                       atomicAdd(&at->z, value.z), atomicAdd(&at->w, value.w));
}

#endif
