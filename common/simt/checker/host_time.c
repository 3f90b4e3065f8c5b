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

/* Where a clock was read, and what the program had done by then. */
struct reading {
    const void *code;
    unsigned long long launches;
    bool called;
};

static void tell_too_early(const struct reading *from, const void *to)
{
    char text[300];
    snprintf(
        text, sizeof text,
        "the time since the clock was read at %s contains the first call of CUDA, in which a "
        "device gets ready: 0.27 s on an H200, longer than most kernels. Call cudaFree(0), "
        "or launch once, before you begin to measure",
        simt_source_line((const char *)from->code - 1));
    simt_report_worded(FOUND_NOTE, to, text);
}

/* A clock is read. The time since the last reading is told of if it contains a launch as well
 * as the first call: who has read a clock in between measures the kernel by itself. */
static void reads_clock(const void *code)
{
    static struct reading last;
    struct reading now = {code, simt_launches(), simt_was_called};
    if (simt_lane || is_hidden())
        return;
    if (last.code && !last.called && now.called && now.launches > last.launches)
        tell_too_early(&last, code);
    last = now;
}

/* --- the clocks --------------------------------------------------------------------------- */

clock_t HOOK(clock)(void)
{
    reads_clock(HERE);
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
    reads_clock(HERE);
    writes(at, sizeof *at, HERE);
    int result = clock_gettime(clock, at);
    if (result == 0 && is_hidden())
        *at = hidden_time();
    return result;
}

int HOOK(gettimeofday)(struct timeval *at, void *zone)
{
    reads_clock(HERE);
    writes(at, sizeof *at, HERE);
    int result = gettimeofday(at, zone);
    if (result == 0 && at && is_hidden()) {
        struct timespec now = hidden_time();
        TIMESPEC_TO_TIMEVAL(at, &now);
    }
    return result;
}

/* What C++'s clocks count. */
static int64_t nanoseconds_of(clockid_t clock, const void *code)
{
    struct timespec now;
    simt_end_in_kernel();
    reads_clock(code);
    if (is_hidden())
        return (int64_t)moved_on();
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * NANOSECONDS + now.tv_nsec;
}

int64_t HOOK(_ZNSt6chrono3_V212steady_clock3nowEv)(void)
{
    return nanoseconds_of(CLOCK_MONOTONIC, HERE);
}

int64_t HOOK(_ZNSt6chrono3_V212system_clock3nowEv)(void)
{
    return nanoseconds_of(CLOCK_REALTIME, HERE);
}

cudaError_t HOOK(cudaEventElapsedTime)(float *milliseconds, cudaEvent_t from, cudaEvent_t to)
{
    simt_called_from(HERE);
    cudaError_t error = cudaEventElapsedTime(milliseconds, from, to);
    if (error == cudaSuccess && is_hidden())
        *milliseconds = 1;
    return error;
}
