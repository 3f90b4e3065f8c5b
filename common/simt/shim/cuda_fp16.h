/* What <cuda_fp16.h> has: half and half2, IEEE's binary16. C++17; C sees nothing of it. */
#ifndef SIMT_CUDA_FP16_H
#define SIMT_CUDA_FP16_H

#include "cuda/api.h"

#ifdef __cplusplus
#include "shim/small_floats.h"

/* 5 bits of exponent and 10 of the fraction; rounds to the nearest, ties to even. Below 2^-14
 * the addition of 0.5 moves the bits to their place, and rounds them. */
SIMT_INLINE unsigned short simt_half_of(unsigned bits)
{
    unsigned sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
    if (magnitude >= 0x47800000)
        return (unsigned short)(magnitude > 0x7f800000 ? 0x7fff : sign | 0x7c00);
    if (magnitude < 0x38800000) {
        float moved = simt_value<float>(magnitude) + 0.5f;
        return (unsigned short)(sign | ((unsigned)simt_bits(moved) - 0x3f000000));
    }
    magnitude += 0xc8000fffu + (magnitude >> 13 & 1);
    return (unsigned short)(sign | magnitude >> 13);
}

SIMT_INLINE unsigned simt_float_of_half(unsigned short half)
{
    unsigned sign = (half & 0x8000u) << 16, magnitude = (half & 0x7fffu) << 13;
    if (magnitude >= 0x0f800000)
        return sign | (magnitude + 0x70000000);
    if (magnitude >= 0x00800000)
        return sign | (magnitude + 0x38000000);
    float moved = simt_value<float>(magnitude + 0x38800000) - simt_value<float>(0x38800000);
    return sign | (unsigned)simt_bits(moved);
}

SIMT_SMALL_FLOAT(__half, __half2, 0x7c00, simt_half_of, simt_float_of_half)
typedef __half half;
typedef __half2 half2;
typedef __half nv_half;
typedef __half2 nv_half2;
namespace simt
{
SIMT_IS_LOADED(__half)
SIMT_IS_LOADED(__half2)
} // namespace simt

SIMT_SMALL_FUNCTIONS(__half, __half2)
SIMT_SMALL_CONVERSIONS(__half, __half2, half, half2)

/* On a device a little less exact. */
SIMT_INLINE __half htanh_approx(__half x)
{
    return htanh(x);
}

SIMT_INLINE __half2 h2tanh_approx(__half2 x)
{
    return h2tanh(x);
}

SIMT_INLINE __half2 __halves2half2(__half x, __half y)
{
    return __half2(x, y);
}
#endif

#endif
