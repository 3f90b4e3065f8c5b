/* Launches, as host code asks for them: simt_run_grid() is what a translated <<<...>>> calls.
 * limits.c checks the configuration, waiting.c keeps what cannot begin at once, workers.c runs
 * it. The README says which way a launch goes.
 *
 * SIMT_WATCHDOG_SECONDS and SIMT_TOLERATE_EXITED in the environment are settings.
 */
#define _GNU_SOURCE
#include <alloca.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cuda/host_memory.h"
#include "cuda/open_memory.h"
#include "cuda/queue.h"
#include "cuda/runtime.h"
#include "cuda/variables.h"
#include "grid/grid.h"
#include "grid/launches.h"
#include "grid/leftovers.h"
#include "grid/lines.h"
#include "grid/observer.h"
#include "grid/schedule.h"
#include "grid/waiting.h"

static struct pool *const pool = &simt_pool;
static unsigned long long widest;

/* --- settings ----------------------------------------------------------------------------- */

void simt_set_tolerate_exited(bool tolerate)
{
    pool->tolerate_exited = tolerate;
}

void simt_set_nesting(bool nests)
{
    pool->nests = nests;
}

unsigned long long simt_launches(void)
{
    return pool->launches;
}

unsigned long long simt_widest_launch(void)
{
    unsigned long long most = widest;
    widest = 0;
    return most;
}

static void count_launch(const struct simt_launch *launch)
{
    unsigned long long blocks =
        (unsigned long long)launch->grid.x * launch->grid.y * launch->grid.z;
    pool->launches++;
    widest = blocks > widest ? blocks : widest;
}

__attribute__((constructor)) static void read_environment(void)
{
    const char *seconds = getenv("SIMT_WATCHDOG_SECONDS");
    if (seconds)
        pool->limit = atof(seconds);
    if (getenv("SIMT_TOLERATE_EXITED"))
        pool->tolerate_exited = true;
}

/* --- the host's memory -------------------------------------------------------------------- */

static __attribute__((noinline)) void run_closed(const struct simt_launch *launch,
                                                 const void *frame)
{
    simt_close_host_memory(frame);
    simt_open_to_device();
    simt_run_family(launch);
    const char *written = simt_open_host_memory();
    simt_close_to_host();
    if (written && simt_sticky_error() == cudaSuccess)
        simt_fault(
            cudaErrorIllegalAddress,
            "kernel %s has written to %s, a variable in memory of the host, which a device "
            "cannot reach: give it memory from cudaMalloc()",
            launch->kernel, written);
}

/* Calls run_closed() with a stack that goes on two pages lower: nothing lies on the pages
 * between. */
static __attribute__((noinline)) void run_below(const struct simt_launch *launch)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    volatile char *gap = alloca(2 * page);
    gap[0] = 0;
    run_closed(launch, (const void *)(gap + page));
    for (size_t i = 0; i < 2 * page; i++)
        gap[i] = 0;
    simt_empty_stack(simt_lowest_of_stack());
}

/* --- launching ---------------------------------------------------------------------------- */

static void (*_Atomic when_over)(void);

void simt_when_over(void (*action)(void))
{
    atomic_store(&when_over, action);
}

static void start(const struct simt_launch *launch)
{
    pthread_mutex_lock(&pool->one_launch);
    simt_have_workers(launch->cooperative ? launch->grid.x * launch->grid.y * launch->grid.z
                                          : 1);
    simt_open_device_memory();
    if (simt_closes_host_memory())
        run_below(launch);
    else
        simt_run_family(launch);
    simt_close_device_memory();
    void (*action)(void) = atomic_load(&when_over);
    if (action)
        action();
    pthread_mutex_unlock(&pool->one_launch);
}

static void start_waiting(void *argument)
{
    struct waiting_launch *waiting = argument;
    start(&waiting->launch);
}

static void issue(const struct simt_launch *launch)
{
    simt_issue(simt_queue_of(launch->stream),
               (struct simt_work){.sort = SIMT_KERNEL,
                                  .file = launch->file,
                                  .line = launch->line,
                                  .act = start_waiting,
                                  .argument = simt_keep_launch(launch)});
}

static bool has_stream(const struct simt_launch *launch)
{
    if (simt_stream_exists(launch->stream))
        return true;
    simt_refuse_launch(cudaErrorInvalidResourceHandle,
                       "%s:%d: the stream of the launch does not exist",
                       simt_base_name(launch->file), launch->line);
    return false;
}

/* A word of an argument may be no pointer at all: a small number, and behind it the padding of
 * a structure, in which half a pointer was left. In a large variable such a word may lie. */
static bool is_passed_name(const struct simt_variable *v, uintptr_t word)
{
    const size_t small = 1 << 16;
    return v && (word == v->begin || v->bytes <= small);
}

/* On a device the name of its variable in host code is that of another one, of the host.
 * Checked programs alone read the table of variables. */
static bool passes_name_of_host(const struct simt_launch *launch)
{
    const char *argument = launch->argument;
    uintptr_t word;
    for (size_t i = 0; i + sizeof word <= launch->argument_bytes; i += sizeof word) {
        memcpy(&word, argument + i, sizeof word);
        const struct simt_variable *v = simt_name_of_host(word);
        if (!is_passed_name(v, word))
            continue;
        simt_place_fault(simt_base_name(launch->file), launch->line);
        simt_fault(
            cudaErrorIllegalAddress,
            "%s:%d: the launch passes %s's address on the host, where the device does not "
            "have it: name it in the kernel, or pass what cudaGetSymbolAddress() gives",
            simt_base_name(launch->file), launch->line, v->name);
        return true;
    }
    return false;
}

static void begin(const struct simt_launch *launch)
{
    struct simt_launch narrow = *launch;
    if (simt_schedule == ONE_BLOCK)
        narrow.grid.x = narrow.grid.y = narrow.grid.z = 1;
    if (simt_observer || simt_queue_of(launch->stream)->recorder)
        issue(&narrow);
    else
        start(&narrow);
}

void simt_run_grid(const struct simt_launch *launch)
{
    if (simt_lane && !pool->nests)
        simt_abandon(cudaErrorNotSupported, simt_base_name(launch->file), launch->line,
                     "%s:%d: not supported without a GPU: a kernel that launches a kernel",
                     simt_base_name(launch->file), launch->line);
    if (simt_lane) {
        if (simt_is_allowed(launch))
            simt_launch_later(launch);
        return;
    }
    count_launch(launch);
    if (simt_sticky_error() != cudaSuccess) {
        simt_record(simt_sticky_error(), true);
        return;
    }
    if (!simt_is_allowed(launch) || !has_stream(launch))
        return;
    if (simt_observer && passes_name_of_host(launch))
        return;
    begin(launch);
}
