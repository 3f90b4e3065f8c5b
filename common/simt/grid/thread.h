/* The running device thread: what a kernel may ask of the grid, by way of the shim. C11 and
 * C++. Only a device thread may call what waits: that is where simt_lane is not NULL. */
#ifndef SIMT_THREAD_H
#define SIMT_THREAD_H

#include <stdbool.h>
#include <stddef.h>
#include "cuda/api.h"

#ifdef __cplusplus
extern "C" {
#endif

struct simt_block {
    uint3 index;
    dim3 dim, grid;
    void *dynamic_shared;
    struct simt_copies *copies; /* NULL, or those of async_copies.c */
    bool was_asked;             /* by simt_is_first_to_ask() */
};

struct simt_lane {
    uint3 index;
    unsigned number; /* in its block: x fastest, then y, then z */
    struct simt_block *block;
    unsigned spins : 31; /* counts what a waiting loop does, see simt_spin() */
    unsigned carry : 1;  /* of inline PTX: what add.cc leaves and addc takes */
    int line;            /* of the barrier or warp operation it waits in */
};

/* The device thread that runs on this worker; NULL in host code. It is the runtime's only
 * thread-local variable: thread-local memory is the student's __shared__ memory. */
extern __thread struct simt_lane *simt_lane;

/* Barriers: wait for every thread of the block, at this very source line. The first is for
 * __syncthreads() in waiting.h alone: on x86-64 it loses r12 to r15, which other callers would
 * need. The second returns for how many of them `predicate` is not 0. */
void simt_barrier(const char *file, int line);
int simt_barrier_count(int predicate, const char *file, int line);

enum simt_warp_op {
    SIMT_SYNCWARP,
    SIMT_ACTIVEMASK,
    SIMT_SHFL,
    SIMT_SHFL_UP,
    SIMT_SHFL_DOWN,
    SIMT_SHFL_XOR,
    SIMT_ALL,
    SIMT_ANY,
    SIMT_UNI,
    SIMT_BALLOT,
    SIMT_MATCH_ANY,
    SIMT_MATCH_ALL,
    SIMT_REDUCE_ADD,
    SIMT_REDUCE_MIN_SIGNED,
    SIMT_REDUCE_MAX_SIGNED,
    SIMT_REDUCE_MIN,
    SIMT_REDUCE_MAX,
    SIMT_REDUCE_AND,
    SIMT_REDUCE_OR,
    SIMT_REDUCE_XOR
};

/* Waits until the lanes of `mask` have called the same operation with the same mask, and
 * returns this lane's result. Shuffles take the lane (delta, lane mask) and the width. */
unsigned long long simt_warp(enum simt_warp_op op, unsigned mask, unsigned long long value,
                             unsigned lane, int width, const char *file, int line);

/* __syncwarp() with a mask that is not known to be a whole warp's. */
void simt_meet_in_group(unsigned mask, const char *file, int line);

/* Whether nobody of the block has asked this before. */
bool simt_is_first_to_ask(void);

/* Lets other threads run: at once, or when a loop has called it often (a spinning thread). */
void simt_yield(void);
static inline void simt_spin(void)
{
    if (simt_lane && ++simt_lane->spins % 64 == 0)
        simt_yield();
}

/* In which of CUDA's address spaces a pointer of this thread's leads: to memory of its block,
 * to its own variables, to constants, or else to global memory. */
enum simt_leads_to {
    SIMT_SHARED_SPACE,
    SIMT_LOCAL_SPACE,
    SIMT_CONSTANT_SPACE,
    SIMT_GLOBAL_SPACE
};
enum simt_leads_to simt_space_of(const void *pointer);

/* The checker watches what is compiled here. */
#if defined(__SANITIZE_THREAD__)
#define SIMT_CHECKED 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SIMT_CHECKED 1
#endif
#endif

/* The same, if a loop `waits`. Out of line in the checked build, lest a branch of ours count as
 * one of the kernel's (checker/hooks.c). */
void simt_spin_unseen(bool waits);
static inline void simt_spin_if(bool waits)
{
#ifdef SIMT_CHECKED
    simt_spin_unseen(waits);
#else
    if (waits)
        simt_spin();
#endif
}

/* The counter behind clock64(), and the time of day in nanoseconds. Kernels have them of us: a
 * call of the C library's clock_gettime() there is the student's own mistake to the checker. */
long long simt_clock(void);
unsigned long long simt_time_of_day(void);

/* clock64() tells the counters, in the checked build (checker/hooks.c). */
void simt_clock_is_read(void);

/* An atomic operation that changes nothing, such as an addition of 0: in the checked build
 * (checker/looks.c). */
void simt_looks(void);

/* What *address holds, in the low bytes, when an atomic update of it begins; and its end, by
 * `wanted` if it still holds `old`: what it held then. Both only in the checked build
 * (checker/atomic_hooks.c). */
unsigned long long simt_begin_update(const volatile void *address, unsigned size);
unsigned long long simt_end_update(volatile void *address, unsigned long long old,
                                   unsigned long long wanted, unsigned size, int order);

/* A variable of the thread's own that might have been meant to be shared, in the checked build
 * (checker/own.c). `written` has a bit for each of its bytes. */
struct simt_own_variable {
    struct simt_own_variable *outer; /* the thread's one before it */
    const char *begin, *name;
    size_t bytes;
    unsigned char *written;
    bool told;
};
void simt_own_begins(struct simt_own_variable *own, const void *begin, size_t bytes,
                     const char *name, unsigned char *written);
void simt_own_ends(struct simt_own_variable *own);

/* Whether atomic additions are told, by their addresses: see simt_has_drawn(). */
extern bool simt_tell_draws;
void simt_may_draw(const void *address);

/* So many bytes before the end of a thread's own variables lie those of the program, which are
 * the blocks' shared memory. 0 until there are workers. */
extern size_t simt_bytes_of_thread;

/* Ends a launch whose blocks have more threads than the kernel's __launch_bounds__ allow. */
void simt_over_bounds(unsigned most) __attribute__((noreturn));

/* Ends a launch that has called a function which only the host has. */
void simt_not_on_device(const char *name, const char *file, int line) __attribute__((noreturn));

/* Whether all blocks of the launch run at once. Such a launch may call the other between two
 * barriers of the block: it waits until all blocks of the grid have come there. */
bool simt_is_cooperative(void);
void simt_meet_grid(const char *file, int line);

/* __trap(): ends the launch with cudaErrorLaunchFailure. */
void simt_trap(const char *file, int line) __attribute__((noreturn));

#ifdef __cplusplus
}
#endif

#endif
