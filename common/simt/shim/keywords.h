/* CUDA's words and a thread's indices, and what the rest of the shim's device part is written
 * with. C++17. */
#ifndef SIMT_KEYWORDS_H
#define SIMT_KEYWORDS_H

#include <new>
/* Every program would compile C++17's special functions: who wants them asks for <cmath>. In
 * GNU's C++14 the header of mathematics would take them from there. */
#pragma push_macro("_GLIBCXX_USE_STD_SPEC_FUNCS")
#pragma push_macro("__STDCPP_WANT_MATH_SPEC_FUNCS__")
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#undef __STDCPP_WANT_MATH_SPEC_FUNCS__
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <utility>
#pragma pop_macro("__STDCPP_WANT_MATH_SPEC_FUNCS__")
#pragma pop_macro("_GLIBCXX_USE_STD_SPEC_FUNCS")
#include "grid/thread.h"

#define SIMT_INLINE static inline __attribute__((always_inline, unused))

/* For functions whose name a C library may have too, today or in time to come: each new one
 * takes over some of C23's and of CUDA's. Declared as C declares them, these define the same
 * function. noexcept ends the declaration. */
#ifdef __CUDACC__
#define SIMT_C_INLINE extern "C" inline __attribute__((always_inline, unused))
#define SIMT_NAME_INLINE SIMT_INLINE
#else
/* C++ of the host may have functions of these names by itself: templates leave it the choice.
 */
#define SIMT_C_INLINE template <class = void> SIMT_INLINE
#define SIMT_NAME_INLINE template <class = void> SIMT_INLINE
#endif

/* Every operation that waits knows the source line of its call. */
#define SIMT_HERE const char *file = __builtin_FILE(), int line = __builtin_LINE()

/* --- words -------------------------------------------------------------------------------- */

/* g++ tells the checker nothing of structures that a call takes or returns by value: so a
 * kernel that it watches has its calls in line, and these are assignments. For clang++ see
 * simt.mk. */
#if defined(SIMT_CHECKED) && !defined(__clang__)
#define __global__ __attribute__((flatten))
#else
#define __global__
#endif
/* Of a variable of the device that begins with a value. */
#if defined(__clang__)
#define SIMT_KNOWN_VALUE __attribute__((require_constant_initialization))
#else
#define SIMT_KNOWN_VALUE __constinit
#endif
#define __device__
#define __host__
#define __constant__
#define __managed__
/* A block stays on one worker, a thread of the system. Used: what no code writes is not 0. */
#define __shared__ static __thread __attribute__((used))
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ /* empty, so that C++'s own headers can say __attribute__((__noinline__)) \
                      */
#define __launch_bounds__(...)
#define __maxnreg__(registers)
#ifndef __clang__
#define __builtin_assume(what) ((void)0)
#endif
#define __align__(bytes) __attribute__((aligned(bytes)))

/* --- indices ------------------------------------------------------------------------------ */

SIMT_INLINE const uint3 &simt_thread_index()
{
    return simt_lane->index;
}

SIMT_INLINE const simt_block &simt_this_block()
{
    return *simt_lane->block;
}

/* By functions: a program may have a macro of a member's name, such as `dim`. */
SIMT_INLINE const uint3 &simt_block_index()
{
    return simt_this_block().index;
}

SIMT_INLINE const dim3 &simt_block_dim()
{
    return simt_this_block().dim;
}

SIMT_INLINE const dim3 &simt_grid_dim()
{
    return simt_this_block().grid;
}

#define threadIdx (simt_thread_index())
#define blockIdx (simt_block_index())
#define blockDim (simt_block_dim())
#define gridDim (simt_grid_dim())
constexpr int warpSize = 32;

/* Ends a launch of larger blocks than the kernel's __launch_bounds__ allow. */
SIMT_INLINE void simt_keep_within(unsigned most)
{
    const dim3 &dim = blockDim;
    if (dim.x * dim.y * dim.z > most)
        simt_over_bounds(most);
}

/* Ends a launch that comes to a function of the host. */
SIMT_INLINE void simt_stay_on_host(const char *name, const char *file, int line)
{
    if (__builtin_expect(simt_lane != nullptr, 0))
        simt_not_on_device(name, file, line);
}

/* --- bits --------------------------------------------------------------------------------- */

/* In line, whatever stranger.h makes of the library's copies. */
template <size_t BYTES> SIMT_INLINE void simt_copy_bytes(void *to, const void *from)
{
    __builtin_memcpy(to, from, BYTES);
}

/* Bits of a value of 4 or 8 bytes, and back: no call in the checked build, see simt.mk. */
template <class T> SIMT_INLINE unsigned long long simt_bits(T value)
{
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "a warp exchanges values of 4 or 8 bytes");
    unsigned long long bits = 0;
    __builtin_memcpy(&bits, &value, sizeof value);
    return bits;
}

template <class T> SIMT_INLINE T simt_value(unsigned long long bits)
{
    T value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

#endif
