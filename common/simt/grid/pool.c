/* What all parts of the grid share: the workers and their launch, the lane that runs on this
 * thread, and the ways out of a launch that has gone wrong.
 *
 * - simt_abandon()     ends the running launch from within a kernel
 * - simt_checkpoint()  leaves a launch that somebody else has ended
 */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include "cuda/errors.h"
#include "grid/grid.h"
#include "grid/launches.h"
#include "grid/lines.h"

__thread struct simt_lane *simt_lane;

struct pool simt_pool = {
    .one_launch = PTHREAD_MUTEX_INITIALIZER,
    .lock = PTHREAD_MUTEX_INITIALIZER,
    .start = PTHREAD_COND_INITIALIZER,
    .limit = 10,
};

/* No thread-local variable tells a worker's thread: the program's own such variables are shared
 * memory, and nothing is to come between them. */
static pthread_key_t is_worker;
static pthread_once_t key_is_made = PTHREAD_ONCE_INIT;

static void make_key(void)
{
    pthread_key_create(&is_worker, NULL);
}

void simt_begin_worker(void)
{
    pthread_once(&key_is_made, make_key);
    pthread_setspecific(is_worker, &simt_pool);
}

bool simt_is_worker(void)
{
    pthread_once(&key_is_made, make_key);
    return pthread_getspecific(is_worker) != NULL;
}

bool simt_in_kernel(void)
{
    return simt_lane != NULL;
}

static _Noreturn void leave(struct worker *worker)
{
    worker->escape.signal = 0;
    simt_lane = NULL;
    siglongjmp(worker->out, 1);
}

_Noreturn void simt_abandon(cudaError_t error, const char *file, int line, const char *format,
                            ...)
{
    char text[1024];
    struct worker *worker = worker_of(running_lane());
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    simt_lane = NULL; /* from here on no tick may take this worker away */
    if (!atomic_exchange(&simt_pool.abandoned, true)) {
        simt_place_fault(file ? file : "", line);
        simt_fault(error, "%s", text);
    }
    leave(worker);
}

void simt_checkpoint(void)
{
    if (simt_lane && atomic_load(&simt_pool.abandoned))
        leave(worker_of(running_lane()));
}

void simt_over_bounds(unsigned most)
{
    struct worker *worker = worker_of(running_lane());
    simt_lane = NULL;
    if (!atomic_exchange(&simt_pool.abandoned, true))
        atomic_store(&simt_pool.bound, most);
    leave(worker);
}

void simt_not_on_device(const char *name, const char *file, int line)
{
    char who[SIMT_WHO_BYTES];
    simt_who(who, simt_lane->index, simt_lane->block->index);
    simt_abandon(cudaErrorLaunchFailure, simt_base_name(file), line,
                 "a kernel calls '%s' (%s:%d), a function of the host, by %s: declare it "
                 "__device__ or __host__ __device__; the device has no code of it",
                 name, simt_base_name(file), line, who);
}

void simt_trap(const char *file, int line)
{
    char who[SIMT_WHO_BYTES];
    simt_who(who, simt_lane->index, simt_lane->block->index);
    simt_abandon(cudaErrorLaunchFailure, simt_base_name(file), line, "__trap() by %s at %s:%d",
                 who, simt_base_name(file), line);
}

/* Compilers call this, by -fsanitize=return, where a function ends without the result that it
 * promises. Without it they take for granted that no way leads there, and what comes next in
 * memory runs. */
struct missing_return {
    const char *file;
    uint32_t line, column;
};

#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* the compilers know it */
_Noreturn void __ubsan_handle_missing_return(const struct missing_return *at)
{
    static const char words[] = "ends without the result that it promises";
    const char *file = simt_base_name(at->file);
    char who[SIMT_WHO_BYTES];
    if (!simt_lane) {
        fprintf(stderr, "the function at %s:%u %s: which way through it has no return?\n", file,
                at->line, words);
        abort();
    }
    simt_who(who, simt_lane->index, simt_lane->block->index);
    simt_abandon(cudaErrorLaunchFailure, file, (int)at->line,
                 "the function at %s:%u %s, by %s: which way through it has no return?", file,
                 at->line, words, who);
}
