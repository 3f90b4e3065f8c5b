/* Launches: the workers, the blocks. simt_run_grid() is what a translated <<<...>>> calls;
 * limits.c checks the configuration, watchdog.c waits for the end.
 *
 * Blocks start in order, each on the next free worker: so a block may wait for one before it.
 * SIMT_WORKERS in the environment sets how many workers there are; else one a core.
 */
#define _GNU_SOURCE
#include <alloca.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "cuda/host_memory.h"
#include "cuda/open_memory.h"
#include "cuda/queue.h"
#include "cuda/records.h"
#include "cuda/runtime.h"
#include "cuda/variables.h"
#include "grid/foreign_code.h"
#include "grid/grid.h"
#include "grid/launches.h"
#include "grid/leftovers.h"
#include "grid/schedule.h"
#include "grid/spin_wait.h"
#include "grid/observer.h"
#include "grid/lines.h"

static struct pool *const pool = &simt_pool;
static unsigned long long widest;

/* --- settings ----------------------------------------------------------------------------- */

void simt_set_tolerate_exited(bool tolerate)
{
    pool->tolerate_exited = tolerate;
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

static unsigned wanted_workers(void)
{
    const char *asked = getenv("SIMT_WORKERS");
    long cores = simt_cores(), count = asked ? atol(asked) : cores;
    return count < 1 ? 1 : count > SIMT_USUAL_WORKERS ? SIMT_USUAL_WORKERS : (unsigned)count;
}

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

static bool may_nest;

/* Host memory is closed only where no checker looks at each access. */
static bool closes_host_memory(void)
{
    return simt_guards_host_memory() && !simt_observer && !may_nest;
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
    if (closes_host_memory())
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
static void add_workers(unsigned wanted)
{
    while (pool->workers < wanted)
        if (!add_worker()) {
            fputs("simt: cannot create a thread for each block that is to run at once\n",
                  stderr);
            abort();
        }
}

/* Tells the pool of the launch. Returns how many workers take part in it. */
static unsigned prepare_pool(const struct simt_launch *launch)
{
    pool->launch = launch;
    pool->blocks = (unsigned long long)launch->grid.x * launch->grid.y * launch->grid.z;
    pool->abandoned = pool->expired = pool->insist = false;
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

static void run(const struct simt_launch *launch)
{
    unsigned workers = prepare_pool(launch);
    if (simt_observer)
        workers = simt_observer->launch_begins(launch, workers);
    simt_close_foreign_code();
    add_workers(workers);
    pool->one_by_one = simt_observer && workers == 1;
    simt_begin_cooperation(launch->cooperative || pool->by_turns ? workers : 0,
                           simt_observer != NULL);
    let_workers_run(workers);
    simt_open_foreign_code();
    if (simt_observer)
        simt_observer->launch_ended();
}

/* --- launches that wait ------------------------------------------------------------------- */

struct waiting_launch {
    struct waiting_launch *next; /* launched by the same grid */
    struct simt_launch launch;
    char room[]; /* for the argument, wherever in it that is aligned */
};

enum { MOST_ALIGNED = 256 };

static void *aligned_in(void *room)
{
    return (void *)(((uintptr_t)room + MOST_ALIGNED - 1) / MOST_ALIGNED * MOST_ALIGNED);
}

static struct waiting_launch *keep(const struct simt_launch *launch)
{
    struct waiting_launch *waiting =
        simt_grow_record(NULL, 0, sizeof *waiting + MOST_ALIGNED + launch->argument_bytes);
    waiting->launch = *launch;
    waiting->launch.argument = aligned_in(waiting->room);
    if (launch->argument_bytes)
        memcpy(waiting->launch.argument, launch->argument, launch->argument_bytes);
    return waiting;
}

/* --- kernels that launch kernels ---------------------------------------------------------- */

static struct {
    pthread_mutex_t lock;
    struct waiting_launch *first; /* of the grid that runs */
    struct waiting_launch *tail;  /* what begins at its very end */
} children = {.lock = PTHREAD_MUTEX_INITIALIZER};

void simt_set_nesting(bool nests)
{
    may_nest = nests;
}

static void append(struct waiting_launch **to, struct waiting_launch *child)
{
    while (*to)
        to = &(*to)->next;
    *to = child;
}

/* Nothing waits for a child but the end of its parent: so it may begin when that has run. */
static void launch_later(const struct simt_launch *launch)
{
    struct simt_lane *lane = simt_lock(&children.lock);
    struct waiting_launch *child = keep(launch);
    append(launch->stream == cudaStreamTailLaunch ? &children.tail : &children.first, child);
    simt_unlock(&children.lock, lane);
}

/* Runs a grid, and then each grid that it has launched, with all that these launch. */
static void run_family(const struct simt_launch *launch)
{
    run(launch);
    append(&children.first, children.tail);
    struct waiting_launch *child = children.first;
    children.first = children.tail = NULL;
    while (child) {
        struct waiting_launch *next = child->next;
        if (simt_sticky_error() == cudaSuccess)
            run_family(&child->launch);
        simt_free_record(child);
        child = next;
    }
}

/* --- the host's memory -------------------------------------------------------------------- */

static __attribute__((noinline)) void run_closed(const struct simt_launch *launch,
                                                 const void *frame)
{
    simt_close_host_memory(frame);
    simt_open_to_device();
    run_family(launch);
    const char *written = simt_open_host_memory();
    simt_close_to_host();
    if (written && simt_sticky_error() == cudaSuccess)
        simt_fault(
            cudaErrorIllegalAddress,
            "kernel %s has written to %s, a variable in memory of the host, where a device "
            "has no way to: give it memory from cudaMalloc()",
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
    if (pool->workers == 0)
        create_workers();
    if (launch->cooperative)
        add_workers(launch->grid.x * launch->grid.y * launch->grid.z);
    simt_open_device_memory();
    if (closes_host_memory())
        run_below(launch);
    else
        run_family(launch);
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
    simt_issue(simt_queue_of(launch->stream), (struct simt_work){.sort = SIMT_KERNEL,
                                                                 .file = launch->file,
                                                                 .line = launch->line,
                                                                 .act = start_waiting,
                                                                 .argument = keep(launch)});
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

void simt_run_grid(const struct simt_launch *launch)
{
    if (simt_lane && !may_nest)
        simt_abandon(cudaErrorNotSupported, simt_base_name(launch->file), launch->line,
                     "%s:%d: not supported without a GPU: a kernel that launches a kernel",
                     simt_base_name(launch->file), launch->line);
    if (simt_lane) {
        if (simt_is_allowed(launch))
            launch_later(launch);
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
    if (simt_observer || simt_queue_of(launch->stream)->recorder)
        issue(launch);
    else
        start(launch);
}
