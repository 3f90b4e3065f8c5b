/* What host code of a checked program, and of a stranger's, is told by clocks; simt.mk lists
 * them. In the runner of a lab a clock moves on by a millisecond whenever it is read, and all
 * events are as far apart: a kernel that takes as long as a value says would tell it to the
 * host, where no copy is counted. How long something takes in the checker says nothing anyway.
 * Other programs are told the time, and that a time begins too early, before the first call of
 * CUDA. time() does not count: it is mostly asked for a seed.
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <sys/time.h>
#include <time.h>
#include <unwind.h>
#include "checker/findings.h"
#include "checker/slow_path.h"
#include "checker/strays.h"
#include "cuda/host_memory.h"
#include "cuda/queue.h"
#include "cuda/runtime.h"
#include "grid/grid.h"
#include "grid/launches.h"
#include "grid/lines.h"

#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* nobody calls them by these names */

#define HERE __builtin_return_address(0)
#define HOOK(name) __tsan_##name

enum { NANOSECONDS = 1000000000, BEGIN = 1600000000, STEP = 1000000 };

static bool is_hidden(void)
{
    return !simt_lane && simt_guards_host_memory();
}

static uint64_t moved_on(void)
{
    static uint64_t reads;
    return BEGIN * (uint64_t)NANOSECONDS +
           STEP * __atomic_add_fetch(&reads, 1, __ATOMIC_RELAXED);
}

static struct timespec hidden_time(void)
{
    uint64_t now = moved_on();
    return (struct timespec){(time_t)(now / NANOSECONDS), (long)(now % NANOSECONDS)};
}

static void writes(const void *at, size_t size, const void *code)
{
    simt_end_in_kernel();
    if (at)
        simt_check_host(at, size, SIMT_WRITE, code);
}

/* --- a time that begins too early --------------------------------------------------------- */

enum { MOST_CALLS = 8 };

/* By which calls of the program a clock was read, the last one first, and what had been done by
 * then. */
struct reading {
    const void *calls[MOST_CALLS];
    unsigned depth;
    unsigned long long launches;
    bool called;
};

static _Unwind_Reason_Code add_call(struct _Unwind_Context *context, void *of)
{
    struct reading *reading = of;
    const void *code = (const void *)_Unwind_GetIP(context);
    if (simt_is_students(code) && reading->depth < MOST_CALLS)
        reading->calls[reading->depth++] = code;
    return _URC_NO_REASON;
}

/* The two are told by the calls in which they differ: often one function reads the clock for
 * both. */
static void tell_too_early(const struct reading *from, const struct reading *to)
{
    char text[300];
    unsigned i = 0;
    while (i + 1 < from->depth && i + 1 < to->depth && from->calls[i] == to->calls[i])
        i++;
    snprintf(
        text, sizeof text,
        "the time since the clock was read at %s contains the first call of CUDA, in which a "
        "device gets ready: 0.27 s on an H200, longer than most kernels. Call cudaFree(0), "
        "or launch once, before you begin to measure",
        simt_source_line((const char *)from->calls[i] - 1));
    simt_report_worded(FOUND_NOTE, to->calls[i], text);
}

/* A clock is read. The time since the last reading is told of if it contains a launch as well
 * as the first call: who has read a clock in between measures the kernel by itself. */
static void reads_clock(void)
{
    static struct reading last;
    struct reading now = {.launches = simt_launches(), .called = simt_was_called};
    if (simt_lane || is_hidden() || last.called)
        return;
    _Unwind_Backtrace(add_call, &now);
    if (last.depth && now.depth && now.called && now.launches > last.launches)
        tell_too_early(&last, &now);
    last = now;
}

/* --- the clocks --------------------------------------------------------------------------- */

clock_t HOOK(clock)(void)
{
    reads_clock();
    return is_hidden() ? (clock_t)(moved_on() / (NANOSECONDS / CLOCKS_PER_SEC)) : clock();
}

time_t HOOK(time)(time_t *at)
{
    writes(at, sizeof *at, HERE);
    time_t now = is_hidden() ? hidden_time().tv_sec : time(NULL);
    if (at)
        *at = now;
    return now;
}

int HOOK(clock_gettime)(clockid_t clock, struct timespec *at)
{
    reads_clock();
    writes(at, sizeof *at, HERE);
    int result = clock_gettime(clock, at);
    if (result == 0 && is_hidden())
        *at = hidden_time();
    return result;
}

int HOOK(gettimeofday)(struct timeval *at, void *zone)
{
    reads_clock();
    writes(at, sizeof *at, HERE);
    int result = gettimeofday(at, zone);
    if (result == 0 && at && is_hidden()) {
        struct timespec now = hidden_time();
        TIMESPEC_TO_TIMEVAL(at, &now);
    }
    return result;
}

/* What C++'s clocks count. */
static int64_t nanoseconds_of(clockid_t clock)
{
    struct timespec now;
    simt_end_in_kernel();
    reads_clock();
    if (is_hidden())
        return (int64_t)moved_on();
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * NANOSECONDS + now.tv_nsec;
}

int64_t HOOK(_ZNSt6chrono3_V212steady_clock3nowEv)(void)
{
    return nanoseconds_of(CLOCK_MONOTONIC);
}

int64_t HOOK(_ZNSt6chrono3_V212system_clock3nowEv)(void)
{
    return nanoseconds_of(CLOCK_REALTIME);
}

cudaError_t HOOK(cudaEventElapsedTime)(float *milliseconds, cudaEvent_t from, cudaEvent_t to)
{
    simt_called_from(HERE);
    cudaError_t error = cudaEventElapsedTime(milliseconds, from, to);
    if (error == cudaSuccess && is_hidden())
        *milliseconds = 1;
    return error;
}
