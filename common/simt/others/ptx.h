/* Instructions of PTX that programs write in line: what translate/assembly.c makes of them.
 * C++17.
 *
 * A multiprocessor has every eighth block; %globaltimer counts nanoseconds of the clock. */
#ifndef SIMT_PTX_H
#define SIMT_PTX_H

#include "others/ptx_matrix.h"
#include "shim/device.h"

namespace simt
{

using ::__brev;
using ::__clz;
using ::__fmaf_rn;
using ::__popc;

/* --- registers ---------------------------------------------------------------------------- */

SIMT_INLINE unsigned ptx_laneid()
{
    return simt_lane->number % 32;
}

SIMT_INLINE unsigned ptx_warpid()
{
    return simt_lane->number / 32;
}

SIMT_INLINE unsigned ptx_nsmid()
{
    return 8;
}

SIMT_INLINE unsigned ptx_smid()
{
    return ((blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x) % ptx_nsmid();
}

SIMT_INLINE unsigned ptx_lanemask_eq()
{
    return 1u << ptx_laneid();
}

SIMT_INLINE unsigned ptx_lanemask_lt()
{
    return ptx_lanemask_eq() - 1;
}

SIMT_INLINE unsigned ptx_lanemask_le()
{
    return ptx_lanemask_lt() | ptx_lanemask_eq();
}

SIMT_INLINE unsigned ptx_lanemask_ge()
{
    return ~ptx_lanemask_lt();
}

SIMT_INLINE unsigned ptx_lanemask_gt()
{
    return ~ptx_lanemask_le();
}

SIMT_INLINE unsigned ptx_clock()
{
    return (unsigned)clock64();
}

SIMT_INLINE long long ptx_clock64()
{
    return clock64();
}

SIMT_INLINE unsigned long long ptx_globaltimer()
{
    return simt_time_of_day();
}

/* --- waiting ------------------------------------------------------------------------------ */

SIMT_INLINE void ptx_barrier(SIMT_HERE)
{
    __syncthreads(file, line);
}

SIMT_INLINE void ptx_fence_block()
{
    __threadfence_block();
}

SIMT_INLINE void ptx_fence()
{
    __threadfence();
}

/* --- bits and numbers --------------------------------------------------------------------- */

/* `count` bits from `first` on; beyond the word there are none. */
SIMT_INLINE unsigned ptx_bfe_u32(unsigned from, unsigned first, unsigned count)
{
    first &= 255, count &= 255;
    unsigned left = first < 32 ? from >> first : 0;
    return count < 32 ? left & ((1u << count) - 1) : left;
}

/* The same with the sign: that of the last bit, or of the word where that lies beyond. */
SIMT_INLINE int ptx_bfe_s32(int from, unsigned first, unsigned count)
{
    first &= 255, count &= 255;
    unsigned last = first + count - 1 < 31 ? first + count - 1 : 31;
    if (count == 0)
        return 0;
    unsigned bits = first > 31 ? 0 : (unsigned)from >> first;
    unsigned kept = first > 31 ? 0 : last - first + 1;
    bool negative = (unsigned)from >> last & 1;
    unsigned mask = kept < 32 ? (1u << kept) - 1 : ~0u;
    return (int)(negative ? bits | ~mask : bits & mask);
}

SIMT_INLINE unsigned ptx_bfi(unsigned what, unsigned into, unsigned first, unsigned count)
{
    first &= 255, count &= 255;
    unsigned mask = count < 32 ? (1u << count) - 1 : ~0u;
    return first > 31 ? into : (into & ~(mask << first)) | (what & mask) << first;
}

SIMT_INLINE unsigned ptx_bfind(unsigned from)
{
    return from ? 31 - (unsigned)__builtin_clz(from) : ~0u;
}

SIMT_INLINE unsigned ptx_add(unsigned a, unsigned b)
{
    return a + b;
}

SIMT_INLINE unsigned ptx_sub(unsigned a, unsigned b)
{
    return a - b;
}

SIMT_INLINE unsigned ptx_mad(unsigned a, unsigned b, unsigned c)
{
    return a * b + c;
}

SIMT_INLINE unsigned ptx_prmt(unsigned a, unsigned b, unsigned selector)
{
    return __byte_perm(a, b, selector);
}

/* --- functions: as exact as they can be --------------------------------------------------- */

SIMT_INLINE float ptx_ex2(float x)
{
    return exp2f(x);
}

SIMT_INLINE float ptx_lg2(float x)
{
    return log2f(x);
}

SIMT_INLINE float ptx_rcp(float x)
{
    return 1 / x;
}

SIMT_INLINE float ptx_sqrt(float x)
{
    return sqrtf(x);
}

SIMT_INLINE float ptx_rsqrt(float x)
{
    return rsqrtf(x);
}

SIMT_INLINE float ptx_tanh(float x)
{
    return tanhf(x);
}

/* --- memory ------------------------------------------------------------------------------- */

/* Hints for caches change nothing. */
template <class T, class Address> SIMT_INLINE T ptx_load(Address at)
{
    return *(const T *)at;
}

template <class T, class Address> SIMT_INLINE void ptx_store(Address at, T value)
{
    *(T *)at = value;
}

template <class... Address> SIMT_INLINE void ptx_hint(Address...)
{
}

SIMT_INLINE void ptx_trap(SIMT_HERE)
{
    simt_trap(file, line);
}

} // namespace simt

#endif
