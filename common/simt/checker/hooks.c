/* What a compiler's -fsanitize=thread calls before each access to memory, for all that g++ and
 * clang++ call: plain accesses, blocks of memory and the rest. atomic_hooks.c, volatile.c and
 * fence.c have the others.
 *
 * This object enters a program only if an object of it calls the hooks, and brings the checker
 * with it. The program is linked without the sanitizer's own runtime. */
#include <stdlib.h>
#include <string.h>
#include "checker/observe.h"
#include "checker/cxx_calls.h"
#include "checker/fast_path.h"
#include "checker/slow_path.h"
#include "counters/branches.h"
#include "counters/trace.h"
#include "cuda/apart.h"
#include "grid/computed_calls.h"
#include "grid/grid.h"
#include "grid/lines.h"

INLINE void count(const void *address, unsigned size, enum simt_access kind, const void *code)
{
    enum simt_trace_kind what =
        simt_is_shared((uintptr_t)address) ? SIMT_SHARED_LOAD : SIMT_GLOBAL_LOAD;
    what += kind == SIMT_WRITE;
    if (UNLIKELY(!simt_note_again(simt_stream_of(running_lane()), code, address, what, size)))
        simt_trace_access(running_lane(), code, address, size, kind);
}

/* A function for each size, which has it for a constant. */
#define PATHS(size)                                                                            \
    static __attribute__((noinline)) void watch_read##size(void *a, const void *code)          \
    {                                                                                          \
        if (is_in_frames(a, size))                                                             \
            return;                                                                            \
        if (!read_is_second_path(a, size, code))                                               \
            simt_watch_access(a, size, SIMT_READ, code);                                       \
        else if (simt_counting)                                                                \
            count(a, size, SIMT_READ, code);                                                   \
    }                                                                                          \
    static __attribute__((noinline)) void count_read##size(void *a, const void *code)          \
    {                                                                                          \
        if (LIKELY(read_is_fast(a, size, simt_launch_state.counted)))                          \
            count(a, size, SIMT_READ, code);                                                   \
        else                                                                                   \
            watch_read##size(a, code);                                                         \
    }                                                                                          \
    static __attribute__((noinline)) void watch_write##size(void *a, const void *code)         \
    {                                                                                          \
        if (is_in_frames(a, size))                                                             \
            return;                                                                            \
        if (!write_is_second_path(a, size, code))                                              \
            simt_watch_access(a, size, SIMT_WRITE, code);                                      \
        else if (simt_counting)                                                                \
            count(a, size, SIMT_WRITE, code);                                                  \
    }
PATHS(1)
PATHS(2)
PATHS(4)
PATHS(8)
PATHS(16)

/* --- hooks: plain accesses; volatile.c has others ----------------------------------------- */

#define HERE __builtin_return_address(0)
#define HOOK(name) __tsan_##name

#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* the compilers know them */

#define ACCESSES(size)                                                                         \
    void HOOK(read##size)(void *a)                                                             \
    {                                                                                          \
        if (UNLIKELY(!read_is_fast(a, size, simt_launch_state.fast)))                          \
            count_read##size(a, HERE);                                                         \
    }                                                                                          \
    void HOOK(write##size)(void *a)                                                            \
    {                                                                                          \
        watch_write##size(a, HERE);                                                            \
    }                                                                                          \
    void HOOK(read_write##size)(void *a)                                                       \
    {                                                                                          \
        watch_read##size(a, HERE);                                                             \
        watch_write##size(a, HERE);                                                            \
    }
/* clang's for types that need no alignment. */
#define UNALIGNED(size)                                                                        \
    void HOOK(unaligned_read##size)(void *a)                                                   \
    {                                                                                          \
        simt_watch_range(a, size, SIMT_READ, HERE);                                            \
    }                                                                                          \
    void HOOK(unaligned_write##size)(void *a)                                                  \
    {                                                                                          \
        simt_watch_range(a, size, SIMT_WRITE, HERE);                                           \
    }                                                                                          \
    void HOOK(unaligned_read_write##size)(void *a)                                             \
    {                                                                                          \
        simt_watch_range(a, size, SIMT_READ, HERE);                                            \
        simt_watch_range(a, size, SIMT_WRITE, HERE);                                           \
    }
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)
UNALIGNED(2)
UNALIGNED(4)
UNALIGNED(8)
UNALIGNED(16)

void HOOK(read_range)(void *a, long size)
{
    simt_watch_range(a, (size_t)size, SIMT_READ, HERE);
}

void HOOK(write_range)(void *a, long size)
{
    simt_watch_range(a, (size_t)size, SIMT_WRITE, HERE);
}

/* What the checked object calls instead of the C library's; see simt.mk. */
void *HOOK(memcpy)(void *to, const void *from, size_t size)
{
    if (!simt_lane) {
        simt_watch_host(from, size, SIMT_READ, HERE);
        simt_watch_host(to, size, SIMT_WRITE, HERE);
        return memcpy(to, from, size);
    }
    simt_watch_copy(to, from, size, HERE);
    return to;
}

/* Where the ranges overlap, its pieces would, too. */
void *HOOK(memmove)(void *to, const void *from, size_t size)
{
    if (!simt_lane) {
        simt_watch_host(from, size, SIMT_READ, HERE);
        simt_watch_host(to, size, SIMT_WRITE, HERE);
        return memmove(to, from, size);
    }
    simt_watch_range(from, size, SIMT_READ, HERE);
    simt_watch_range(to, size, SIMT_WRITE, HERE);
    return memmove(to, from, size);
}

void *HOOK(memset)(void *to, int value, size_t size)
{
    if (!simt_lane) {
        simt_watch_host(to, size, SIMT_WRITE, HERE);
        return memset(to, value, size);
    }
    simt_watch_fill(to, value, size, HERE);
    return to;
}

/* --- registering -------------------------------------------------------------------------- */

void __sanitizer_cov_trace_pc(void);

/* Before the constructors of the program, some of which may allocate memory. */
__attribute__((constructor(101))) static void observe(void)
{
    simt_observe();
    simt_block_hook = (const void *)__sanitizer_cov_trace_pc;
    simt_watch_cxx_calls();
}

/* --- hooks: the rest ---------------------------------------------------------------------- */

void HOOK(vptr_update)(void **a, void *value)
{
    if (*a != value)
        watch_write8(a, HERE);
}

void HOOK(vptr_read)(void **a)
{
    watch_read8(a, HERE);
}

void HOOK(init)(void)
{
}

void HOOK(func_entry)(void *caller)
{
    if (simt_counting && simt_lane)
        simt_trace_enter(running_lane(), caller);
    if (!simt_lane)
        simt_function_begins(caller,
                             simt_is_students(caller)
                                 ? NULL
                                 : simt_place_of_return(__builtin_frame_address(0), caller));
}

void HOOK(func_exit)(void)
{
    if (simt_counting && simt_lane)
        simt_trace_leave(running_lane());
    if (!simt_lane)
        simt_function_ends();
}

void simt_clock_is_read(void)
{
    if (simt_counting && simt_lane)
        simt_trace_clock(running_lane(), HERE);
}

/* -fsanitize-coverage=trace-pc calls it in each basic block. */
void __sanitizer_cov_trace_pc(void)
{
    if (!simt_counting || !simt_lane)
        return;
    struct simt_stream *stream = simt_stream_of(running_lane());
    if (UNLIKELY(stream->block))
        simt_trace_pass(running_lane(), HERE);
    else
        stream->block = simt_code_offset(HERE);
}

void HOOK(ignore_thread_begin)(void)
{
}
void HOOK(ignore_thread_end)(void)
{
}
void HOOK(atomic_signal_fence)(int order)
{
    (void)order;
}
