/* What <cuda_bf16.h> has: __nv_bfloat16, the upper half of a float, and pairs of it. C++17; C
 * sees nothing of it. */
#ifndef SIMT_CUDA_BF16_H
#define SIMT_CUDA_BF16_H

#include "cuda/api.h"

#ifdef __cplusplus
#include "shim/small_floats.h"

/* Rounds to the nearest, ties to even. */
SIMT_INLINE unsigned short simt_bfloat16_of(unsigned bits)
{
    if ((bits & 0x7fffffff) > 0x7f800000)
        return 0x7fff;
    return (unsigned short)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

SIMT_INLINE unsigned simt_float_of_bfloat16(unsigned short bfloat16)
{
    return (unsigned)bfloat16 << 16;
}

SIMT_SMALL_FLOAT(__nv_bfloat16, __nv_bfloat162, 0x7f80, simt_bfloat16_of,
                 simt_float_of_bfloat16)
typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;
namespace simt
{
SIMT_IS_LOADED(__nv_bfloat16)
SIMT_IS_LOADED(__nv_bfloat162)
} // namespace simt

SIMT_SMALL_FUNCTIONS(__nv_bfloat16, __nv_bfloat162)
SIMT_SMALL_CONVERSIONS(__nv_bfloat16, __nv_bfloat162, bfloat16, bfloat162)

SIMT_INLINE __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 x, __nv_bfloat16 y)
{
    return __nv_bfloat162(x, y);
}
#endif

#endif
