/* The device part of the shim: everything that a kernel may name. C++17.
 *
 * - words       __global__, __shared__ and the like
 * - indices     threadIdx, blockIdx, blockDim, gridDim, warpSize
 * - waiting     barriers, warp operations, fences, __nanosleep
 * - atomics
 * - loads and stores with cache hints
 * - numbers     integer and floating-point intrinsics, conversions, CUDA's own mathematics
 * - the rest    is a build error that names it
 */
#ifndef SIMT_DEVICE_H
#define SIMT_DEVICE_H

#include <assert.h>
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <new>
#include <utility>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif
#include "grid/thread.h"

#define SIMT_INLINE static inline __attribute__((always_inline, unused))

/* For functions whose name a C library may have too, today or in time to come: each new one
 * takes over some of C23's and of CUDA's. Declared as C declares them, these define the same
 * function. noexcept ends the declaration. */
#define SIMT_C_INLINE extern "C" inline __attribute__((always_inline, unused))

/* Every operation that waits knows the source line of its call. */
#define SIMT_HERE const char *file = __builtin_FILE(), int line = __builtin_LINE()

/* --- words ------------------------------------------------------------------------------ */

/* g++ tells the checker nothing of structures that a call takes or returns by value: so a
 * kernel that it watches has its calls in line, and these are assignments. For clang++ see
 * simt.mk. */
#if defined(SIMT_CHECKED) && !defined(__clang__)
#define __global__ __attribute__((flatten))
#else
#define __global__
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
#define __align__(bytes) __attribute__((aligned(bytes)))

/* What changes the floating-point environment tells the runtime first: see floats.c. */
#define SIMT_TELLING(name, type)                                                               \
    extern "C" int simt_##name(type);                                                          \
    namespace std                                                                              \
    {                                                                                          \
    using ::simt_##name;                                                                       \
    }
SIMT_TELLING(fesetround, int)
SIMT_TELLING(fesetenv, const fenv_t *)
SIMT_TELLING(feupdateenv, const fenv_t *)
SIMT_TELLING(feholdexcept, fenv_t *)
SIMT_TELLING(feenableexcept, int)
SIMT_TELLING(fedisableexcept, int)
#define fesetround simt_fesetround
#define fesetenv simt_fesetenv
#define feupdateenv simt_feupdateenv
#define feholdexcept simt_feholdexcept
#define feenableexcept simt_feenableexcept
#define fedisableexcept simt_fedisableexcept
#define _mm_setcsr(word) (simt_mark_floats(), _mm_setcsr(word))

/* --- indices ------------------------------------------------------------------------------ */

SIMT_INLINE const uint3 &simt_thread_index()
{
    return simt_lane->index;
}

SIMT_INLINE const simt_block &simt_this_block()
{
    return *simt_lane->block;
}

#define threadIdx (simt_thread_index())
#define blockIdx (simt_this_block().index)
#define blockDim (simt_this_block().dim)
#define gridDim (simt_this_block().grid)
constexpr int warpSize = 32;

#if defined(__x86_64__)
/* All but rsp, and rbp and rbx, which a compiler may have made pointers into the stack. */
#if defined(__AVX512F__)
#define SIMT_AVX512_REGISTERS                                                                  \
    "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24", "xmm25",  \
        "xmm26", "xmm27", "xmm28", "xmm29", "xmm30", "xmm31", "k1", "k2", "k3", "k4", "k5",    \
        "k6", "k7",
#else
#define SIMT_AVX512_REGISTERS
#endif
#define SIMT_ALL_OTHER_REGISTERS                                                               \
    SIMT_AVX512_REGISTERS "rax", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14",  \
        "r15", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", \
        "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15", "st", "st(1)", "st(2)", "st(3)", \
        "st(4)", "st(5)", "st(6)", "st(7)", "mm0", "mm1", "mm2", "mm3", "mm4", "mm5", "mm6",   \
        "mm7"
#endif

/* --- waiting: barriers -------------------------------------------------------------------- */

/* A switch at a barrier is short because no register lasts through it: the compiler keeps in
 * memory what the kernel needs after it, and needs to write that once, not at each barrier. A
 * called function would have to preserve six registers each time. What follows is a call that
 * says so; simt.mk sees to it that there is no data below the stack pointer. */
SIMT_INLINE void __syncthreads(SIMT_HERE)
{
#if defined(__x86_64__)
    asm volatile("call simt_barrier"
                 : "+D"(file), "+S"(line)
                 :
                 : SIMT_ALL_OTHER_REGISTERS, "cc", "memory");
#else
    simt_barrier(file, line);
#endif
}

SIMT_INLINE int __syncthreads_count(int predicate, SIMT_HERE)
{
    return simt_barrier_count(predicate, file, line);
}

SIMT_INLINE int __syncthreads_and(int predicate, SIMT_HERE)
{
    return simt_barrier_count(!predicate, file, line) == 0;
}

SIMT_INLINE int __syncthreads_or(int predicate, SIMT_HERE)
{
    return simt_barrier_count(predicate, file, line) != 0;
}

/* --- waiting: warps ----------------------------------------------------------------------- */

SIMT_INLINE void __syncwarp(unsigned mask = 0xffffffff, SIMT_HERE)
{
    if (__builtin_constant_p(mask) && mask == 0xffffffff)
        simt_warp(SIMT_SYNCWARP, mask, 0, 0, 32, file, line);
    else
        simt_meet_in_group(mask, file, line);
}

SIMT_INLINE unsigned __activemask(SIMT_HERE)
{
    return (unsigned)simt_warp(SIMT_ACTIVEMASK, 0xffffffff, 0, 0, 32, file, line);
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

#define SIMT_SHUFFLE(name, op, T, argument_type, argument)                                     \
    SIMT_INLINE T name(unsigned mask, T value, argument_type argument, int width = 32,         \
                       SIMT_HERE)                                                              \
    {                                                                                          \
        return simt_value<T>(                                                                  \
            simt_warp(op, mask, simt_bits(value), (unsigned)argument, width, file, line));     \
    }
#define SIMT_SHUFFLES(T)                                                                       \
    SIMT_SHUFFLE(__shfl_sync, SIMT_SHFL, T, int, lane)                                         \
    SIMT_SHUFFLE(__shfl_up_sync, SIMT_SHFL_UP, T, unsigned, delta)                             \
    SIMT_SHUFFLE(__shfl_down_sync, SIMT_SHFL_DOWN, T, unsigned, delta)                         \
    SIMT_SHUFFLE(__shfl_xor_sync, SIMT_SHFL_XOR, T, int, lane_mask)
SIMT_SHUFFLES(int)
SIMT_SHUFFLES(unsigned)
SIMT_SHUFFLES(long)
SIMT_SHUFFLES(unsigned long)
SIMT_SHUFFLES(long long)
SIMT_SHUFFLES(unsigned long long)
SIMT_SHUFFLES(float)
SIMT_SHUFFLES(double)

#define SIMT_VOTE(T, name, op)                                                                 \
    SIMT_INLINE T name(unsigned mask, int predicate, SIMT_HERE)                                \
    {                                                                                          \
        return (T)simt_warp(op, mask, predicate != 0, 0, 32, file, line);                      \
    }
SIMT_VOTE(int, __all_sync, SIMT_ALL)
SIMT_VOTE(int, __any_sync, SIMT_ANY)
SIMT_VOTE(int, __uni_sync, SIMT_UNI)
SIMT_VOTE(unsigned, __ballot_sync, SIMT_BALLOT)

#define SIMT_MATCH(T)                                                                          \
    SIMT_INLINE unsigned __match_any_sync(unsigned mask, T value, SIMT_HERE)                   \
    {                                                                                          \
        return (unsigned)simt_warp(SIMT_MATCH_ANY, mask, simt_bits(value), 0, 32, file, line); \
    }                                                                                          \
    SIMT_INLINE unsigned __match_all_sync(unsigned mask, T value, int *all, SIMT_HERE)         \
    {                                                                                          \
        unsigned matches =                                                                     \
            (unsigned)simt_warp(SIMT_MATCH_ALL, mask, simt_bits(value), 0, 32, file, line);    \
        *all = matches != 0;                                                                   \
        return matches;                                                                        \
    }
SIMT_MATCH(int)
SIMT_MATCH(unsigned)
SIMT_MATCH(long)
SIMT_MATCH(unsigned long)
SIMT_MATCH(long long)
SIMT_MATCH(unsigned long long)
SIMT_MATCH(float)
SIMT_MATCH(double)

#define SIMT_REDUCE(T, name, op)                                                               \
    SIMT_INLINE T name(unsigned mask, T value, SIMT_HERE)                                      \
    {                                                                                          \
        return (T)simt_warp(op, mask, (unsigned)value, 0, 32, file, line);                     \
    }
SIMT_REDUCE(int, __reduce_add_sync, SIMT_REDUCE_ADD)
SIMT_REDUCE(unsigned, __reduce_add_sync, SIMT_REDUCE_ADD)
SIMT_REDUCE(int, __reduce_min_sync, SIMT_REDUCE_MIN_SIGNED)
SIMT_REDUCE(unsigned, __reduce_min_sync, SIMT_REDUCE_MIN)
SIMT_REDUCE(int, __reduce_max_sync, SIMT_REDUCE_MAX_SIGNED)
SIMT_REDUCE(unsigned, __reduce_max_sync, SIMT_REDUCE_MAX)
SIMT_REDUCE(unsigned, __reduce_and_sync, SIMT_REDUCE_AND)
SIMT_REDUCE(unsigned, __reduce_or_sync, SIMT_REDUCE_OR)
SIMT_REDUCE(unsigned, __reduce_xor_sync, SIMT_REDUCE_XOR)

/* --- waiting: fences, time ---------------------------------------------------------------- */

/* The order tells the checker for whom it is: see fence.c. */
#define SIMT_FENCE(name, order)                                                                \
    SIMT_INLINE void name()                                                                    \
    {                                                                                          \
        __atomic_thread_fence(order);                                                          \
        simt_spin_if(true);                                                                    \
    }
SIMT_FENCE(__threadfence, __ATOMIC_SEQ_CST)
SIMT_FENCE(__threadfence_block, __ATOMIC_ACQ_REL)
SIMT_FENCE(__threadfence_system, __ATOMIC_SEQ_CST)

SIMT_INLINE void __nanosleep(unsigned)
{
    simt_yield();
}

/* Counts up at a constant rate on all workers. clock() is the C library's, in microseconds. */
SIMT_INLINE long long clock64()
{
#if defined(__x86_64__)
    return (long long)__builtin_ia32_rdtsc();
#else
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
#endif
}

SIMT_INLINE void __trap(SIMT_HERE)
{
    simt_trap(file, line);
}

/* --- atomics ------------------------------------------------------------------------------ */

/* Relaxed, as on a device. Those that can be what a waiting loop repeats call simt_spin_if():
 * an exchange, a failed compare-and-swap, an addition of 0. */

/* Replaces *address by `next` of what it holds; returns what it held. */
template <class T, class F> SIMT_INLINE T simt_update(T *address, F next)
{
    T old, wanted;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    do
        wanted = next(old);
    while (!__atomic_compare_exchange(address, &old, &wanted, true, __ATOMIC_RELAXED,
                                      __ATOMIC_RELAXED));
    return old;
}

template <class T> SIMT_INLINE T simt_exchange(T *address, T value)
{
    T old;
    __atomic_exchange(address, &value, &old, __ATOMIC_RELAXED);
    simt_spin_if(true);
    return old;
}

template <class T> SIMT_INLINE T simt_compare_and_swap(T *address, T compare, T value)
{
    T old = compare;
    simt_spin_if(!__atomic_compare_exchange_n(address, &old, value, false, __ATOMIC_RELAXED,
                                              __ATOMIC_RELAXED));
    return old;
}

/* clang makes a load of an addition of 0, and the checker would not know it for an atomic. */
template <class T> SIMT_INLINE void simt_hide(T &value)
{
    __asm__("" : "+r"(value));
}

template <class T> SIMT_INLINE T simt_fetch_add(T *address, T value)
{
    simt_spin_if(value == 0);
    simt_hide(value);
    return __atomic_fetch_add(address, value, __ATOMIC_RELAXED);
}

template <class T> SIMT_INLINE T simt_fetch_or(T *address, T value)
{
    simt_spin_if(value == 0);
    simt_hide(value);
    return __atomic_fetch_or(address, value, __ATOMIC_RELAXED);
}

/* One operation on one type, for the device, the block and the system. */
#define SIMT_ATOMIC(name, T, operation)                                                        \
    SIMT_INLINE T name(T *address, T value)                                                    \
    {                                                                                          \
        return operation;                                                                      \
    }                                                                                          \
    SIMT_INLINE T name##_block(T *address, T value)                                            \
    {                                                                                          \
        return operation;                                                                      \
    }                                                                                          \
    SIMT_INLINE T name##_system(T *address, T value)                                           \
    {                                                                                          \
        return operation;                                                                      \
    }
#define SIMT_ATOMIC_CAS(T)                                                                     \
    SIMT_INLINE T atomicCAS(T *address, T compare, T value)                                    \
    {                                                                                          \
        return simt_compare_and_swap(address, compare, value);                                 \
    }                                                                                          \
    SIMT_INLINE T atomicCAS_block(T *address, T compare, T value)                              \
    {                                                                                          \
        return simt_compare_and_swap(address, compare, value);                                 \
    }                                                                                          \
    SIMT_INLINE T atomicCAS_system(T *address, T compare, T value)                             \
    {                                                                                          \
        return simt_compare_and_swap(address, compare, value);                                 \
    }
#define SIMT_UPDATE(expression) simt_update(address, [=](auto old) { return expression; })

/* The types that CUDA has the operation for, and no others. */
#define SIMT_ATOMIC_32(name, operation)                                                        \
    SIMT_ATOMIC(name, int, operation)                                                          \
    SIMT_ATOMIC(name, unsigned, operation)
#define SIMT_ATOMIC_U(name, operation)                                                         \
    SIMT_ATOMIC_32(name, operation)                                                            \
    SIMT_ATOMIC(name, unsigned long long, operation)
#define SIMT_ATOMIC_ALL(name, operation)                                                       \
    SIMT_ATOMIC_U(name, operation)                                                             \
    SIMT_ATOMIC(name, long long, operation)

SIMT_ATOMIC_U(atomicAdd, simt_fetch_add(address, value))
SIMT_ATOMIC(atomicAdd, float, SIMT_UPDATE(old + value))
SIMT_ATOMIC(atomicAdd, double, SIMT_UPDATE(old + value))
SIMT_ATOMIC_32(atomicSub, __atomic_fetch_sub(address, value, __ATOMIC_RELAXED))
SIMT_ATOMIC_U(atomicExch, simt_exchange(address, value))
SIMT_ATOMIC(atomicExch, float, simt_exchange(address, value))
SIMT_ATOMIC_ALL(atomicMin, SIMT_UPDATE(value < old ? value : old))
SIMT_ATOMIC_ALL(atomicMax, SIMT_UPDATE(value > old ? value : old))
SIMT_ATOMIC(atomicInc, unsigned, SIMT_UPDATE(old >= value ? 0u : old + 1u))
SIMT_ATOMIC(atomicDec, unsigned, SIMT_UPDATE(old == 0u || old > value ? value : old - 1u))
SIMT_ATOMIC_U(atomicAnd, __atomic_fetch_and(address, value, __ATOMIC_RELAXED))
SIMT_ATOMIC_U(atomicOr, simt_fetch_or(address, value))
SIMT_ATOMIC_U(atomicXor, __atomic_fetch_xor(address, value, __ATOMIC_RELAXED))
SIMT_ATOMIC_CAS(int)
SIMT_ATOMIC_CAS(unsigned)
SIMT_ATOMIC_CAS(unsigned long long)
SIMT_ATOMIC_CAS(unsigned short)

/* --- loads and stores with cache hints
 * -------------------------------------------------------- */

/* Never merged or moved by the compiler, so that a loop may wait for what they read. */
#define SIMT_LOAD(name)                                                                        \
    template <class T> SIMT_INLINE T name(const T *address)                                    \
    {                                                                                          \
        simt_spin_if(true);                                                                    \
        __asm__ volatile("" ::: "memory");                                                     \
        return *address;                                                                       \
    }
#define SIMT_STORE(name)                                                                       \
    template <class T> SIMT_INLINE void name(T *address, T value)                              \
    {                                                                                          \
        *address = value;                                                                      \
        __asm__ volatile("" ::: "memory");                                                     \
    }
SIMT_LOAD(__ldca)
SIMT_LOAD(__ldcg)
SIMT_LOAD(__ldcs)
SIMT_LOAD(__ldcv)
SIMT_LOAD(__ldlu)
SIMT_STORE(__stcg)
SIMT_STORE(__stcs)
SIMT_STORE(__stwb)
SIMT_STORE(__stwt)

/* The memory does not change during the kernel. */
template <class T> SIMT_INLINE T __ldg(const T *address)
{
    return *address;
}

/* --- numbers: integers
 * ------------------------------------------------------------------------ */

SIMT_INLINE int __popc(unsigned x)
{
    return __builtin_popcount(x);
}

SIMT_INLINE int __popcll(unsigned long long x)
{
    return __builtin_popcountll(x);
}

SIMT_INLINE int __ffs(int x)
{
    return __builtin_ffs(x);
}

SIMT_INLINE int __ffsll(long long x)
{
    return __builtin_ffsll(x);
}

SIMT_INLINE int __clz(int x)
{
    return x ? __builtin_clz((unsigned)x) : 32;
}

SIMT_INLINE int __clzll(long long x)
{
    return x ? __builtin_clzll((unsigned long long)x) : 64;
}

SIMT_INLINE unsigned __brev(unsigned x)
{
    x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
    x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
    x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
    return __builtin_bswap32(x);
}

SIMT_INLINE unsigned long long __brevll(unsigned long long x)
{
    return (unsigned long long)__brev((unsigned)x) << 32 | __brev((unsigned)(x >> 32));
}

/* Byte i of the result is the byte of y:x that three bits of nibble i name. */
SIMT_INLINE unsigned __byte_perm(unsigned x, unsigned y, unsigned selector)
{
    unsigned long long bytes = (unsigned long long)y << 32 | x;
    unsigned result = 0;
    for (int i = 0; i < 4; i++)
        result |= (unsigned)(bytes >> 8 * (selector >> 4 * i & 7) & 255) << 8 * i;
    return result;
}

/* hi:lo shifted, the upper word (l) or the lower one (r); by shift mod 32, or at most 32 (c).
 */
SIMT_INLINE unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned shift)
{
    return (unsigned)(((unsigned long long)hi << 32 | lo) << (shift & 31) >> 32);
}

SIMT_INLINE unsigned __funnelshift_lc(unsigned lo, unsigned hi, unsigned shift)
{
    return shift >= 32 ? lo : __funnelshift_l(lo, hi, shift);
}

SIMT_INLINE unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned shift)
{
    return (unsigned)(((unsigned long long)hi << 32 | lo) >> (shift & 31));
}

SIMT_INLINE unsigned __funnelshift_rc(unsigned lo, unsigned hi, unsigned shift)
{
    return shift >= 32 ? hi : __funnelshift_r(lo, hi, shift);
}

SIMT_INLINE int __mul24(int a, int b)
{
    return (int)((unsigned)(a << 8 >> 8) * (unsigned)(b << 8 >> 8));
}

SIMT_INLINE unsigned __umul24(unsigned a, unsigned b)
{
    return (a & 0xffffff) * (b & 0xffffff);
}

SIMT_INLINE int __mulhi(int a, int b)
{
    return (int)((long long)a * b >> 32);
}

SIMT_INLINE unsigned __umulhi(unsigned a, unsigned b)
{
    return (unsigned)((unsigned long long)a * b >> 32);
}

SIMT_INLINE long long __mul64hi(long long a, long long b)
{
    return (long long)((__int128)a * b >> 64);
}

SIMT_INLINE unsigned long long __umul64hi(unsigned long long a, unsigned long long b)
{
    return (unsigned long long)((unsigned __int128)a * b >> 64);
}

SIMT_INLINE unsigned __sad(int a, int b, unsigned c)
{
    return (a < b ? (unsigned)b - (unsigned)a : (unsigned)a - (unsigned)b) + c;
}

SIMT_INLINE unsigned __usad(unsigned a, unsigned b, unsigned c)
{
    return (a < b ? b - a : a - b) + c;
}

SIMT_INLINE int __hadd(int a, int b)
{
    return (int)(((long long)a + b) >> 1);
}

SIMT_INLINE int __rhadd(int a, int b)
{
    return (int)(((long long)a + b + 1) >> 1);
}

SIMT_INLINE unsigned __uhadd(unsigned a, unsigned b)
{
    return (unsigned)(((unsigned long long)a + b) >> 1);
}

SIMT_INLINE unsigned __urhadd(unsigned a, unsigned b)
{
    return (unsigned)(((unsigned long long)a + b + 1) >> 1);
}

/* --- numbers: smaller and larger
 * ---------------------------------------------------------------- */

#define SIMT_MIN_MAX(T, A, B)                                                                  \
    SIMT_INLINE constexpr T min(A a, B b)                                                      \
    {                                                                                          \
        return (T)b < (T)a ? (T)b : (T)a;                                                      \
    }                                                                                          \
    SIMT_INLINE constexpr T max(A a, B b)                                                      \
    {                                                                                          \
        return (T)a < (T)b ? (T)b : (T)a;                                                      \
    }
SIMT_MIN_MAX(int, int, int)
SIMT_MIN_MAX(unsigned, unsigned, unsigned)
SIMT_MIN_MAX(unsigned, int, unsigned)
SIMT_MIN_MAX(unsigned, unsigned, int)
SIMT_MIN_MAX(long, long, long)
SIMT_MIN_MAX(unsigned long, unsigned long, unsigned long)
SIMT_MIN_MAX(unsigned long, long, unsigned long)
SIMT_MIN_MAX(unsigned long, unsigned long, long)
SIMT_MIN_MAX(long long, long long, long long)
SIMT_MIN_MAX(unsigned long long, unsigned long long, unsigned long long)
SIMT_MIN_MAX(unsigned long long, long long, unsigned long long)
SIMT_MIN_MAX(unsigned long long, unsigned long long, long long)

/* The other operand where one is not a number, as fmin and fmax. */
#define SIMT_FMIN_FMAX(T, A, B)                                                                \
    SIMT_INLINE T min(A a, B b)                                                                \
    {                                                                                          \
        return fmin((T)a, (T)b);                                                               \
    }                                                                                          \
    SIMT_INLINE T max(A a, B b)                                                                \
    {                                                                                          \
        return fmax((T)a, (T)b);                                                               \
    }
SIMT_FMIN_FMAX(float, float, float)
SIMT_FMIN_FMAX(double, double, double)
SIMT_FMIN_FMAX(double, float, double)
SIMT_FMIN_FMAX(double, double, float)

SIMT_C_INLINE unsigned umin(unsigned a, unsigned b) noexcept
{
    return min(a, b);
}

SIMT_C_INLINE unsigned umax(unsigned a, unsigned b) noexcept
{
    return max(a, b);
}

SIMT_C_INLINE long long llmin(long long a, long long b) noexcept
{
    return min(a, b);
}

SIMT_C_INLINE long long llmax(long long a, long long b) noexcept
{
    return max(a, b);
}

/* --- numbers: rounding named
 * ---------------------------------------------------------------------- */

#define UNARY(result, name, type, operation)                                                   \
    SIMT_INLINE result name##_rn(type a)                                                       \
    {                                                                                          \
        return operation;                                                                      \
    }                                                                                          \
    extern "C" result name##_rz(type a), name##_ru(type a), name##_rd(type a);
#define BINARY(result, name, type, operation)                                                  \
    SIMT_INLINE result name##_rn(type a, type b)                                               \
    {                                                                                          \
        return operation;                                                                      \
    }                                                                                          \
    extern "C" result name##_rz(type a, type b), name##_ru(type a, type b),                    \
        name##_rd(type a, type b);
#define TERNARY(result, name, type, operation)                                                 \
    SIMT_INLINE result name##_rn(type a, type b, type c)                                       \
    {                                                                                          \
        return operation;                                                                      \
    }                                                                                          \
    extern "C" result name##_rz(type a, type b, type c), name##_ru(type a, type b, type c),    \
        name##_rd(type a, type b, type c);
#include "shim/rounding.inc"
#undef UNARY
#undef BINARY
#undef TERNARY

SIMT_INLINE float __frsqrt_rn(float x)
{
    return (float)(1 / sqrt((double)x));
}

SIMT_INLINE double __int2double_rn(int x)
{
    return x;
}

SIMT_INLINE double __uint2double_rn(unsigned x)
{
    return x;
}

/* --- numbers: to integers
 * --------------------------------------------------------------------------- */

/* What does not fit becomes the nearest that does. What is not a number becomes 0 where floats
 * are made 32-bit integers and the top bit alone elsewhere, as on an H200. */
template <class T, class From> SIMT_INLINE T simt_clamp(From whole, T least, T most)
{
    if (!(whole == whole))
        return sizeof(T) + sizeof(From) == 8 ? 0 : (T)(1ull << (8 * sizeof(T) - 1));
    if ((double)whole <= (double)least)
        return least;
    return (double)whole >= (double)most ? most : (T)whole;
}

#define SIMT_TO_INTEGER(name, T, from, least, most)                                            \
    SIMT_INLINE T name##_rn(from x)                                                            \
    {                                                                                          \
        return simt_clamp<T, from>(nearbyint(x), least, most);                                 \
    }                                                                                          \
    SIMT_INLINE T name##_rz(from x)                                                            \
    {                                                                                          \
        return simt_clamp<T, from>(trunc(x), least, most);                                     \
    }                                                                                          \
    SIMT_INLINE T name##_ru(from x)                                                            \
    {                                                                                          \
        return simt_clamp<T, from>(ceil(x), least, most);                                      \
    }                                                                                          \
    SIMT_INLINE T name##_rd(from x)                                                            \
    {                                                                                          \
        return simt_clamp<T, from>(floor(x), least, most);                                     \
    }
SIMT_TO_INTEGER(__float2int, int, float, (-__INT_MAX__ - 1), __INT_MAX__)
SIMT_TO_INTEGER(__float2uint, unsigned, float, 0u, ~0u)
SIMT_TO_INTEGER(__float2ll, long long, float, (-__LONG_LONG_MAX__ - 1), __LONG_LONG_MAX__)
SIMT_TO_INTEGER(__float2ull, unsigned long long, float, 0ull, ~0ull)
SIMT_TO_INTEGER(__double2int, int, double, (-__INT_MAX__ - 1), __INT_MAX__)
SIMT_TO_INTEGER(__double2uint, unsigned, double, 0u, ~0u)
SIMT_TO_INTEGER(__double2ll, long long, double, (-__LONG_LONG_MAX__ - 1), __LONG_LONG_MAX__)
SIMT_TO_INTEGER(__double2ull, unsigned long long, double, 0ull, ~0ull)

/* --- numbers: the same bits as another type
 * ------------------------------------------------------------ */

#define SIMT_REINTERPRET(name, to, from)                                                       \
    SIMT_INLINE to name(from x)                                                                \
    {                                                                                          \
        return simt_value<to>(simt_bits(x));                                                   \
    }
SIMT_REINTERPRET(__float_as_int, int, float)
SIMT_REINTERPRET(__float_as_uint, unsigned, float)
SIMT_REINTERPRET(__int_as_float, float, int)
SIMT_REINTERPRET(__uint_as_float, float, unsigned)
SIMT_REINTERPRET(__double_as_longlong, long long, double)
SIMT_REINTERPRET(__longlong_as_double, double, long long)

SIMT_INLINE int __double2hiint(double x)
{
    return (int)(simt_bits(x) >> 32);
}

SIMT_INLINE int __double2loint(double x)
{
    return (int)simt_bits(x);
}

SIMT_INLINE double __hiloint2double(int hi, int lo)
{
    return simt_value<double>((unsigned long long)(unsigned)hi << 32 | (unsigned)lo);
}

/* --- numbers: CUDA's own mathematics
 * ------------------------------------------------------------------- */

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

SIMT_INLINE float __fdividef(float a, float b)
{
    return a / b;
}

SIMT_C_INLINE double fdivide(double a, double b) noexcept
{
    return a / b;
}

SIMT_C_INLINE float fdividef(float a, float b) noexcept
{
    return a / b;
}

SIMT_INLINE float __saturatef(float x)
{
    return x > 0 ? (x < 1 ? x : 1) : 0;
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

/* --- the rest
 * -------------------------------------------------------------------------------------------
 */

/* Not extern "C": beside a function of the C library that has the name it is one more overload.
 */
#define SIMT_UNSUPPORTED(name, words) int name(...) SIMT_ERROR(words #name);
#define UNSUPPORTED(name) SIMT_UNSUPPORTED(name, "not supported without a GPU: ")
#define OUTDATED(name)                                                                         \
    SIMT_UNSUPPORTED(name, "gone from CUDA since version 9; give a mask to its _sync form: ")
#include "shim/unsupported_device.inc"
#undef UNSUPPORTED
#undef OUTDATED

#endif
