/* CUDA's complex numbers: <cuComplex.h>. C11 and C++17. */
#ifndef SIMT_CUCOMPLEX_H
#define SIMT_CUCOMPLEX_H

#include "cuda/api.h"
#include <math.h>

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

/* Z is the type, R that of its parts; `f` ends the names of those in float. Division
 * scales first, so that nothing overflows on the way. */
#define SIMT_COMPLEX(Z, R, make, real, imag, conjugate, add, sub, mul, div, magnitude, fma_of, \
                     make2, fabs, hypot)                                                       \
    static inline Z make(R x, R y)                                                             \
    {                                                                                          \
        return make2(x, y);                                                                    \
    }                                                                                          \
    static inline R real(Z x)                                                                  \
    {                                                                                          \
        return x.x;                                                                            \
    }                                                                                          \
    static inline R imag(Z x)                                                                  \
    {                                                                                          \
        return x.y;                                                                            \
    }                                                                                          \
    static inline Z conjugate(Z x)                                                             \
    {                                                                                          \
        return make2(x.x, -x.y);                                                               \
    }                                                                                          \
    static inline Z add(Z x, Z y)                                                              \
    {                                                                                          \
        return make2(x.x + y.x, x.y + y.y);                                                    \
    }                                                                                          \
    static inline Z sub(Z x, Z y)                                                              \
    {                                                                                          \
        return make2(x.x - y.x, x.y - y.y);                                                    \
    }                                                                                          \
    static inline Z mul(Z x, Z y)                                                              \
    {                                                                                          \
        return make2(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);                            \
    }                                                                                          \
    static inline Z div(Z x, Z y)                                                              \
    {                                                                                          \
        R scale = 1 / (fabs(y.x) + fabs(y.y));                                                 \
        R a = x.x * scale, b = x.y * scale, c = y.x * scale, d = y.y * scale;                  \
        R inverse = 1 / (c * c + d * d);                                                       \
        return make2((a * c + b * d) * inverse, (b * c - a * d) * inverse);                    \
    }                                                                                          \
    static inline R magnitude(Z x)                                                             \
    {                                                                                          \
        return hypot(x.x, x.y);                                                                \
    }                                                                                          \
    static inline Z fma_of(Z x, Z y, Z z)                                                      \
    {                                                                                          \
        return make2((x.x * y.x + z.x) - x.y * y.y, (y.x * x.y + z.y) + x.x * y.y);            \
    }
SIMT_COMPLEX(cuFloatComplex, float, make_cuFloatComplex, cuCrealf, cuCimagf, cuConjf, cuCaddf,
             cuCsubf, cuCmulf, cuCdivf, cuCabsf, cuCfmaf, make_float2, fabsf, hypotf)
SIMT_COMPLEX(cuDoubleComplex, double, make_cuDoubleComplex, cuCreal, cuCimag, cuConj, cuCadd,
             cuCsub, cuCmul, cuCdiv, cuCabs, cuCfma, make_double2, fabs, hypot)

static inline cuComplex make_cuComplex(float x, float y)
{
    return make_float2(x, y);
}

static inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex x)
{
    return make_double2(x.x, x.y);
}

static inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex x)
{
    return make_float2((float)x.x, (float)x.y);
}

#endif
