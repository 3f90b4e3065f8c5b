/* What lets a device thread wait: barriers, warp operations, fences, time. C++17. */
#ifndef SIMT_WAITING_H
#define SIMT_WAITING_H

#include "shim/keywords.h"

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

/* What the translator writes where a line has several barriers: see
 * translate/barrier_numbers.c. */
#define SIMT_BARRIER(number) (__builtin_LINE() | (number) << 20)

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

template <class T> void __syncthreads(T) = delete; /* it takes no argument */

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
#ifdef SIMT_CHECKED
    simt_clock_is_read();
#endif
#if defined(__x86_64__)
    return (long long)__builtin_ia32_rdtsc();
#else
    return simt_clock();
#endif
}

SIMT_INLINE void __trap(SIMT_HERE)
{
    simt_trap(file, line);
}

#endif
