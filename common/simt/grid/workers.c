/* The workers, and a launch in them: each takes a block, runs it, and takes the next.
 *
 * Blocks start in order, each on the next free worker: so a block may wait for one before it.
 * SIMT_WORKERS in the environment sets how many workers there are; else one a core. watchdog.c
 * waits for the end.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include "cuda/host_memory.h"
#include "cuda/open_memory.h"
#include "cuda/records.h"
#include "cuda/runtime.h"
#include "grid/foreign_code.h"
#include "grid/grid.h"
#include "grid/launches.h"
#include "grid/leftovers.h"
#include "grid/observer.h"
#include "grid/schedule.h"
#include "grid/spin_wait.h"

static struct pool *const pool = &simt_pool;

/* --- a worker ----------------------------------------------------------------------------- */

/* Ends at a guard, which is all that a launch without dynamic shared memory has: so a kernel
 * that uses some is found, and told what it was (signals.c). */
static void *dynamic_before_guard(struct worker *worker, size_t dynamic)
{
    size_t bytes = SIMT_DYNAMIC_BYTES + SIMT_DYNAMIC_GUARD;
    if (!worker->dynamic_guard) {
        char *room =
            mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (room == MAP_FAILED ||
            mprotect(room, SIMT_DYNAMIC_BYTES, PROT_READ | PROT_WRITE) != 0) {
            perror("simt: dynamic shared memory");
            abort();
        }
        worker->dynamic_guard = room + SIMT_DYNAMIC_BYTES;
    }
    return worker->dynamic_guard - (dynamic + 255) / 256 * 256;
}

/* A launch finds junk in shared memory, as on a device, where it holds what another kernel has
 * left. Later blocks of the launch find what earlier ones have left. */
static void junk_shared_memory(struct worker *worker, size_t dynamic)
{
    worker->block.dynamic_shared = simt_observer ? simt_observer->dynamic_shared_of(worker)
                                                 : dynamic_before_guard(worker, dynamic);
    if (dynamic)
        simt_fill_with_junk(worker->block.dynamic_shared, dynamic);
    simt_junk_thread_locals();
}

void *simt_dynamic_shared(void)
{
    return simt_lane->block->dynamic_shared;
}

static bool same_shape(dim3 a, dim3 b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static void prepare(struct worker *worker)
{
    const struct simt_launch *launch = pool->launch;
    if (!same_shape(worker->block.dim, launch->block) ||
        worker->backwards != pool->lanes_backwards)
        simt_shape_block(worker, launch->block);
    worker->block.grid = launch->grid;
    worker->body = launch->body;
    worker->argument = launch->argument;
    worker->escape.signal = 0;
    junk_shared_memory(worker, launch->dynamic_shared);
}

static uint3 block_index(unsigned long long number, dim3 grid)
{
    unsigned long long rows = number / grid.x;
    return (uint3){(unsigned)(number % grid.x), (unsigned)(rows % grid.y),
                   (unsigned)(rows / grid.y)};
}

static void run_blocks(struct worker *worker)
{
    unsigned long long number;
    while (!atomic_load_explicit(&pool->abandoned, memory_order_relaxed) &&
           simt_take_block(&number)) {
        worker->block.index = block_index(number, worker->block.grid);
        simt_enter_grid(worker, (unsigned)number);
        simt_run_block(worker);
        simt_leave_grid(worker);
    }
}

bool simt_closes_host_memory(void)
{
    return simt_guards_host_memory() && !simt_observer && !pool->nests;
}

/* A launch as this worker sees it. Left by a jump, its stacks are as they were in the middle of
 * things, and are begun anew. */
static void work(struct worker *worker)
{
    prepare(worker);
    simt_take_seat(worker);
    if (sigsetjmp(worker->out, 1) == 0) {
        run_blocks(worker);
    } else {
        simt_forget_lanes(worker);
        simt_report_escape(worker);
    }
    simt_leave_seat(worker);
    if (simt_closes_host_memory())
        simt_empty_worker(worker);
}

static void *worker_main(void *argument)
{
    struct worker *worker = argument;
    struct spin_history spins = {0};
    simt_signal_stack();
    simt_begin_worker();
    for (;;) {
        simt_spin_wait(&spins, &pool->tickets, false);
        pthread_mutex_lock(&pool->lock);
        while (pool->tickets == 0)
            pthread_cond_wait(&pool->start, &pool->lock);
        pool->tickets--;
        pthread_mutex_unlock(&pool->lock);
        work(worker);
        pthread_mutex_lock(&pool->lock);
        if (--pool->running == 0)
            pthread_cond_signal(&pool->done);
        pthread_mutex_unlock(&pool->lock);
    }
    return NULL;
}

/* --- all workers -------------------------------------------------------------------------- */

static bool add_worker(void)
{
    struct worker *worker = simt_new_pages(sizeof *worker);
    if (!worker)
        return false;
    pthread_attr_t where;
    pthread_attr_init(&where);
    if (simt_observer)
        simt_observer->place_worker(worker, pool->workers, &where);
    bool runs = pthread_create(&worker->thread, &where, worker_main, worker) == 0;
    pthread_attr_destroy(&where);
    if (runs)
        pool->worker[pool->workers++] = worker;
    return runs;
}

static unsigned wanted_workers(void)
{
    const char *asked = getenv("SIMT_WORKERS");
    long cores = simt_cores(), count = asked ? atol(asked) : cores;
    return count < 1 ? 1 : count > SIMT_USUAL_WORKERS ? SIMT_USUAL_WORKERS : (unsigned)count;
}

static void create_workers(void)
{
    pthread_condattr_t monotonic;
    simt_measure_thread_locals();
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&pool->done, &monotonic);
    for (unsigned wanted = wanted_workers(); pool->workers < wanted;)
        if (!add_worker())
            break;
    pool->usual = pool->workers;
    if (pool->workers == 0) {
        fputs("simt: cannot create a thread to run kernels\n", stderr);
        abort();
    }
}

/* A cooperative launch needs a worker for each block; one whose blocks take turns needs some.
 */
void simt_have_workers(unsigned wanted)
{
    if (pool->workers == 0)
        create_workers();
    while (pool->workers < wanted)
        if (!add_worker()) {
            fputs("simt: cannot create a thread for each block that is to run at once\n",
                  stderr);
            abort();
        }
}

/* --- a launch ----------------------------------------------------------------------------- */

/* Tells the pool of the launch. Returns how many workers take part in it. */
static unsigned prepare_pool(const struct simt_launch *launch)
{
    pool->launch = launch;
    pool->blocks = (unsigned long long)launch->grid.x * launch->grid.y * launch->grid.z;
    pool->abandoned = pool->expired = pool->insist = false;
    pool->bound = 0;
    pool->parts_before = simt_parts_over();
    pool->next_block = 0;
    pool->backwards = pool->by_turns = false;
    pool->lanes_backwards = runs_lanes_backwards(simt_schedule);
    pool->progress = (struct progress){0};
    for (unsigned i = 0; i < pool->workers; i++) /* what an abandoned launch has left */
        pool->worker[i]->live = pool->worker[i]->left_off = 0;
    unsigned most = launch->cooperative ? pool->workers : simt_runs_few() ? 1 : pool->usual;
    return pool->blocks < most ? (unsigned)pool->blocks : most;
}

/* Wakes so many workers and waits until all of them are done. */
static void let_workers_run(unsigned workers)
{
    static struct spin_history spins;
    pthread_mutex_lock(&pool->lock);
    pool->running = pool->tickets = pool->taking_part = workers;
    for (unsigned i = 0; i < workers; i++)
        pthread_cond_signal(&pool->start);
    pthread_mutex_unlock(&pool->lock);
    simt_spin_wait(&spins, &pool->running, true);
    pthread_mutex_lock(&pool->lock);
    simt_look_after_workers(add_worker);
    pthread_mutex_unlock(&pool->lock);
}

void simt_run_launch(const struct simt_launch *launch)
{
    unsigned workers = prepare_pool(launch);
    if (simt_observer)
        workers = simt_observer->launch_begins(launch, workers);
    simt_close_foreign_code();
    simt_have_workers(workers);
    pool->one_by_one = simt_observer && workers == 1;
    simt_begin_cooperation(launch->cooperative || pool->by_turns ? workers : 0,
                           simt_observer != NULL);
    let_workers_run(workers);
    simt_open_foreign_code();
    if (simt_observer)
        simt_observer->launch_ended();
    if (pool->bound)
        simt_refuse_bounds(launch, pool->bound);
}
