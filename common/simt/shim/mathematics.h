/* CUDA's own mathematics, beside the C library's. C++17. */
#ifndef SIMT_MATHEMATICS_H
#define SIMT_MATHEMATICS_H

#include "shim/numbers.h"

/* --- numbers: CUDA's own mathematics ------------------------------------------------------ */

/* The fast ones are the accurate ones here. The C library declares some of these names. */
#define SIMT_FAST(name, operation)                                                             \
    SIMT_INLINE float simt##name(float x)                                                      \
    {                                                                                          \
        return operation;                                                                      \
    }
SIMT_FAST(__expf, expf(x))
SIMT_FAST(__exp10f, exp10f(x))
SIMT_FAST(__logf, logf(x))
SIMT_FAST(__log2f, log2f(x))
SIMT_FAST(__log10f, log10f(x))
SIMT_FAST(__sinf, sinf(x))
SIMT_FAST(__cosf, cosf(x))
SIMT_FAST(__tanf, tanf(x))
SIMT_FAST(__tanhf, tanhf(x))
#define __expf simt__expf
#define __exp10f simt__exp10f
#define __logf simt__logf
#define __log2f simt__log2f
#define __log10f simt__log10f
#define __sinf simt__sinf
#define __cosf simt__cosf
#define __tanf simt__tanf
#define __tanhf simt__tanhf
#define __powf(x, y) powf(x, y)
#define __sincosf(x, s, c) sincosf(x, s, c)

SIMT_C_INLINE double fdivide(double a, double b) noexcept
{
    return a / b;
}

SIMT_C_INLINE float fdividef(float a, float b) noexcept
{
    return a / b;
}

/* The float form goes through double, which makes it right to the last place. */
#define SIMT_MATH(name, operation)                                                             \
    SIMT_C_INLINE double name(double x) noexcept                                               \
    {                                                                                          \
        return operation;                                                                      \
    }                                                                                          \
    SIMT_C_INLINE float name##f(float x) noexcept                                              \
    {                                                                                          \
        return (float)name((double)x);                                                         \
    }                                                                                          \
    SIMT_INLINE float name(float x)                                                            \
    {                                                                                          \
        return name##f(x);                                                                     \
    }
SIMT_MATH(rsqrt, 1 / sqrt(x))
SIMT_MATH(rcbrt, 1 / cbrt(x))
SIMT_MATH(sinpi, sin(M_PI *remainder(x, 2)))
SIMT_MATH(cospi, cos(M_PI *remainder(x, 2)))
SIMT_MATH(normcdf, erfc(-x *M_SQRT1_2) / 2)

SIMT_C_INLINE void sincospi(double x, double *sine, double *cosine) noexcept
{
    *sine = sinpi(x);
    *cosine = cospi(x);
}

SIMT_C_INLINE void sincospif(float x, float *sine, float *cosine) noexcept
{
    *sine = sinpif(x);
    *cosine = cospif(x);
}

SIMT_C_INLINE double rhypot(double x, double y) noexcept
{
    return 1 / hypot(x, y);
}

SIMT_C_INLINE float rhypotf(float x, float y) noexcept
{
    return (float)rhypot(x, y);
}

SIMT_C_INLINE double norm3d(double x, double y, double z) noexcept
{
    return sqrt(x * x + y * y + z * z);
}

SIMT_C_INLINE float norm3df(float x, float y, float z) noexcept
{
    return (float)norm3d(x, y, z);
}

SIMT_C_INLINE double norm4d(double x, double y, double z, double w) noexcept
{
    return sqrt(x * x + y * y + z * z + w * w);
}

SIMT_C_INLINE float norm4df(float x, float y, float z, float w) noexcept
{
    return (float)norm4d(x, y, z, w);
}

#endif
