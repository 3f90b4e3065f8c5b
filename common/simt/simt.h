/* The CPU backend's inner contract: what its parts know of each other, and the little that
 * runner.c may ask of it beyond CUDA's own API. C11; the shim's device part (C++) uses it too.
 *
 * - faults   one line in words about the first thing that went wrong, and CUDA's sticky error
 * - memory   which allocation an address belongs to; device memory is closed to host code
 * - launch   how a translated <<<...>>> reaches the grid
 */
#ifndef SIMT_H
#define SIMT_H

#include <stdbool.h>
#include <stddef.h>
#include "cuda/api.h" /* CUDA's types and runtime functions, in C */

#ifdef __cplusplus
extern "C" {
#endif

/* --- for the student program (backend_cpu.c calls these) ------------------------------ */

/* A launch is stopped and called endless when one worker has spent so much processor time on
 * it; 0 for no limit (grid.c). SIMT_WATCHDOG_SECONDS sets it too; else it is 10. */
void simt_set_watchdog(double seconds);

/* Launches asked for since the program started, failed ones included (grid.c). */
unsigned long long simt_launches(void);

/* Bytes allocated and not freed yet, of all kinds that a program must free (memory.c). */
unsigned long long simt_allocated(void);

/* The `bytes` at `payload`, inside one allocation, are what a report calls `name`; what lies
 * in that allocation outside of any named part is out of bounds (memory.c). */
void simt_name_array(const void *payload, size_t bytes, const char *name);

/* --- findings: the checked build (checked.c) ------------------------------------------- */

/* The order in which the threads of a block take turns: as they are numbered; backwards;
 * shuffled anew for each block, by the seed; or all together, one access each. */
enum simt_schedule { SIMT_FORWARD, SIMT_REVERSE, SIMT_RANDOM, SIMT_LOCKSTEP };
void simt_set_schedule(enum simt_schedule schedule, unsigned long long seed);

struct simt_finding {
    char kind[24]; /* race, out-of-bounds, misaligned, use-after-free, uninitialised,
                      host-pointer, device-pointer, constant-write, barrier, deadlock, mask,
                      leak, double-free; and note, which is no fault */
    unsigned long long count;
    bool in_shared_memory;
    char text[512]; /* for the student, naming lines, threads and arrays */
};

/* What was found since simt_forget_findings(), in the order of lines; how many of at most
 * `most`. Memory allocated since then that is still allocated and has no name is a leak. The
 * fast build finds nothing. */
unsigned simt_findings(struct simt_finding *findings, unsigned most);
void simt_forget_findings(void);

/* --- faults (report.c) ---------------------------------------------------------------- */

/* Records `error` as the sticky error of the context, as a device would, and keeps the text
 * of the first fault. Text names the student's line where it can ("histogram.cu:31"). */
void simt_fault(cudaError_t error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The first fault's text, or "" if there was none. */
const char *simt_fault_text(void);

/* From now on every fault text is also written to `sink` (of `size` bytes) at once, so that it
 * outlives the process. runner.c points it into the exchange. */
void simt_fault_sink(char *sink, size_t size);

/* "file.cu:31" for a code address of the student's file, "?" where it cannot be told. Base
 * names only. Slow (asks addr2line); for reports, never on a hot path. The text holds until
 * the next call. */
const char *simt_source_line(const void *code_address);

/* The same of `count` code addresses, which is much faster than one by one; line 0 where it
 * cannot be told. */
struct simt_source {
    char file[60];
    int line;
};
void simt_source_lines(const void *const *codes, unsigned count, struct simt_source *sources);

/* --- errors (api.c) ------------------------------------------------------------------- */

/* Records an error for cudaGetLastError and returns it; sticky ones also fail later calls. */
cudaError_t simt_record(cudaError_t error, bool sticky);
cudaError_t simt_sticky_error(void);

/* Records `error`, not sticky, with the reason in words; returns `error`. */
cudaError_t simt_refuse(cudaError_t error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The reason of the last error, or "" if it gave none. */
const char *simt_error_detail(void);

/* The most dynamic shared memory that a launch of `function` may ask for: 48 KB, or what
 * cudaFuncSetAttribute(cudaFuncAttributeMaxDynamicSharedMemorySize) has set for it. */
size_t simt_dynamic_shared_limit(const void *function);

/* --- memory (memory.c) ---------------------------------------------------------------- */

enum simt_kind { SIMT_DEVICE, SIMT_MANAGED, SIMT_HOST_PINNED, SIMT_CONSTANT, SIMT_GLOBAL };

/* A named part of an allocation (simt_name_array). */
struct simt_array {
    const char *begin;
    size_t bytes;
    char name[40];
    struct simt_array *next;
};

struct simt_allocation {
    char *base;   /* 256-byte aligned */
    size_t bytes; /* as asked for */
    enum simt_kind kind;
    bool freed;       /* kept for a while, to name a use after free */
    const void *code; /* that asked for it */
    unsigned number;  /* the how-manyth allocation of the process */
    size_t element;   /* bytes of what the pointer that got it points to; 0 where not known */
    struct simt_array *arrays;
};

/* The allocation that holds `address` or, failing that, the nearest one within its red zone
 * or a page; NULL if none is near. Holds until the next allocation. */
const struct simt_allocation *simt_allocation_at(const void *address);

/* The first live allocation of those made after the one with this number, or NULL. */
const struct simt_allocation *simt_next_live(unsigned number);

/* Where `address` lies, in words: "4 bytes past the end of d_out (400 bytes)". */
void simt_describe(const void *address, char *text, size_t size);

/* Device memory is unreadable to host code (PROT_NONE) except between these two calls, which
 * nest: a launch, a copy or a memset opens it. Costs two system calls, none when nothing is
 * allocated; measured 15 us there and back for 100 MiB, in huge pages. */
void simt_open_device_memory(void);
void simt_close_device_memory(void);

/* What a __device__ or __constant__ variable of a checked file tells of itself; all of them lie
 * in the section simt_symbols. */
struct simt_symbol {
    const void *address;
    size_t size;
    const char *name;
    bool constant, managed;
};

/* --- launch (grid.c) ------------------------------------------------------------------ */

struct simt_launch {
    dim3 grid, block;
    size_t dynamic_shared;
    const char *kernel;   /* as written in the source */
    const void *function; /* the kernel's address where it has one, for its attributes */
    const char *file;
    int line;
};

/* Checks the configuration as a device does, then runs body(argument) once for every thread of
 * the grid. What a device refuses gives cudaErrorInvalidConfiguration, the name that CUDA
 * documents (CUDA 13 on an H200 says cudaErrorInvalidValue), and nothing runs. */
void simt_run_grid(const struct simt_launch *launch, void (*body)(void *), void *argument);

/* True while the calling code runs as a device thread. */
bool simt_in_kernel(void);

/* The dynamic shared memory of the running block, aligned for any type. */
void *simt_dynamic_shared(void);

/* A barrier after an early return is a fault: the programming guide wants every thread of the
 * block there. Devices since Volta let it pass; so does the grid after this call with true,
 * or where SIMT_TOLERATE_EXITED is set. The same holds for exited lanes in a warp's mask. */
void simt_set_tolerate_exited(bool tolerate);

/* --- the running thread: what device.h asks of the grid (fiber.c, barrier.c, warp.c) ------ */

struct simt_block {
    uint3 index;
    dim3 dim, grid;
    void *dynamic_shared;
};

struct simt_lane {
    uint3 index;
    unsigned number; /* in its block: x fastest, then y, then z */
    struct simt_block *block;
    unsigned spins; /* counts what a waiting loop does, see simt_spin() */
    int line;       /* of the barrier or warp operation it waits in */
};

/* The device thread that runs on this worker; NULL in host code. It is the runtime's only
 * thread-local variable: thread-local memory is the student's __shared__ memory. */
extern __thread struct simt_lane *simt_lane;

/* Barriers: wait for every thread of the block, at this very source line. The first is for
 * __syncthreads() in device.h alone: on x86-64 it loses r12 to r15, which other callers would
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

/* Lets other threads run: at once, or when a loop has called it often (a spinning thread). */
void simt_yield(void);
static inline void simt_spin(void)
{
    if (simt_lane && ++simt_lane->spins % 64 == 0)
        simt_yield();
}

/* The checker watches what is compiled here. */
#if defined(__SANITIZE_THREAD__)
#define SIMT_CHECKED 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SIMT_CHECKED 1
#endif
#endif

/* The same, if a loop `waits`. Out of line in the checked build, lest a branch of ours count as
 * one of the kernel's (hooks.c). */
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

/* This thread is about to change how floating point rounds or faults: from now on its block
 * saves that at each switch, which is slow. The C library's functions that do so call it by
 * simt_*. */
void simt_mark_floats(void);

/* __trap(): ends the launch with cudaErrorLaunchFailure. */
void simt_trap(const char *file, int line) __attribute__((noreturn));

#ifdef __cplusplus
}
#endif

#endif
