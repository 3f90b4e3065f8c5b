/* Device threads as fibers: lanes take turns on the worker that has their block.
 *
 * A lane starts on whatever stack is free and runs until it returns or waits. As long as none
 * waits, all lanes run one after the other on the same stack, in a plain loop, with no switch
 * at all. A lane that waits keeps its stack, and the next one starts on another.
 *
 * - simt_shape_block()  the lanes' indices, and the order of their turns
 * - simt_run_block()    one block from start to end
 * - simt_wait()         on to the next lane that may run
 * - simt_yield()        the same, for a lane that only wants to let others run
 */
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include "grid.h"

__thread struct simt_lane *simt_lane;

/* --- stacks ----------------------------------------------------------------------------- */

static void no_stack(void)
{
    fputs("simt: no memory for the stacks of device threads\n", stderr);
    abort();
}

static char *map_stack(void)
{
    size_t bytes = SIMT_GUARD_BYTES + SIMT_STACK_BYTES;
    char *stack = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED || mprotect(stack, SIMT_GUARD_BYTES, PROT_NONE) != 0)
        no_stack();
    return stack;
}

static void run_lanes(void);

/* A context on a stack that nobody is on. The tops are staggered: at equal offsets in their
 * pages they would compete for the same few sets of the cache. */
static void *begin_stack(struct worker *worker)
{
    unsigned i = worker->used++;
    if (!worker->stack[i])
        worker->stack[i] = map_stack();
    char *end = worker->stack[i] + SIMT_GUARD_BYTES + SIMT_STACK_BYTES;
    return simt_fiber(end - i % 12 * 320, run_lanes);
}

int simt_guard_hit(const struct worker *worker, const void *address)
{
    for (unsigned i = 0; i < worker->used; i++)
        if ((size_t)((const char *)address - worker->stack[i]) < SIMT_GUARD_BYTES)
            return (int)i;
    return -1;
}

/* --- turns ------------------------------------------------------------------------------ */

static struct lane *first_lane(struct worker *worker)
{
    return &worker->lane[0];
}

/* The one place that knows in which order lanes take turns. Reverse and random orders differ
 * in the links alone; a schedule that switches after each access calls simt_yield() there. */
static void link_lanes(struct worker *worker)
{
    for (unsigned i = 0; i < worker->threads; i++) {
        struct lane *lane = &worker->lane[i];
        bool last = i + 1 == worker->threads;
        lane->next = last ? first_lane(worker) : lane + 1;
        lane->next_in_warp = last || (i + 1) % SIMT_WARP == 0 ? lane - i % SIMT_WARP : lane + 1;
    }
}

/* The next lane after this one that may run, at last itself; NULL if none may. */
static struct lane *next_ready(const struct worker *worker, const struct lane *lane)
{
    struct lane *next = lane->next;
    while (next->ready_at > worker->epoch) {
        if (next == lane)
            return NULL;
        next = next->next;
    }
    return next;
}

static struct lane *next_or_deadlock(struct worker *worker, const struct lane *lane)
{
    struct lane *next = next_ready(worker, lane);
    if (!next && worker->asking && simt_settle_activemask(worker))
        next = next_ready(worker, lane);
    if (!next)
        simt_deadlock(worker);
    return next;
}

static void *context_of(struct worker *worker, const struct lane *lane)
{
    if (lane->context)
        return lane->context;
    if (worker->parked_count)
        return worker->parked[--worker->parked_count];
    return begin_stack(worker);
}

static inline void go_on_with(struct worker *worker, struct lane *lane, struct lane *next)
{
    if (next == lane)
        return;
    simt_lane = &next->seen;
    simt_switch(&lane->context, context_of(worker, next));
}

void simt_wait(struct worker *worker, struct lane *lane)
{
    struct lane *next = lane->next;
    if (__builtin_expect(next->ready_at > worker->epoch, 0))
        next = next_or_deadlock(worker, lane);
    go_on_with(worker, lane, next);
}

/* Now and then the whole block has a turn: the warp may loop until another warp has written. */
void simt_wait_in_warp(struct worker *worker, struct lane *lane)
{
    struct lane *next = lane->next_in_warp;
    while (next != lane && next->ready_at > worker->epoch)
        next = next->next_in_warp;
    if (next == lane || ++lane->seen.spins % 64 == 0)
        simt_wait(worker, lane);
    else
        go_on_with(worker, lane, next);
}

void simt_yield(void)
{
    struct lane *lane = running_lane();
    struct worker *worker = worker_of(lane);
    simt_checkpoint();
    worker->busy = true;
    if (worker->asking)
        simt_settle_activemask(worker); /* a spinning lane may wait for those */
    if (next_ready(worker, lane) == lane)
        sched_yield(); /* for another block, on another worker */
    else
        simt_wait(worker, lane);
    worker->busy = false;
}

/* --- a block ---------------------------------------------------------------------------- */

/* The lane has returned: who is next? NULL when it was the last. */
static struct lane *after(struct worker *worker, struct lane *lane)
{
    lane->ready_at = SIMT_NEVER;
    if (--worker->live == 0)
        return NULL;
    if (worker->arrived == worker->live)
        simt_settle_barrier(worker);
    if (simt_pool.tolerate_exited)
        simt_settle_warp(lane);
    return next_or_deadlock(worker, lane);
}

/* The bottom of every stack: runs the lane it was entered for, then those that have not begun,
 * and is parked when only begun ones are left. */
static void run_lanes(void)
{
    struct worker *worker = worker_of(running_lane());
    for (;;) {
        struct lane *lane = running_lane();
        do {
            worker->busy = false;
            worker->body(worker->argument);
            worker->busy = true;
            lane = after(worker, lane);
            simt_lane = lane ? &lane->seen : NULL;
        } while (lane && !lane->context);
        simt_switch(&worker->parked[worker->parked_count++],
                    lane ? lane->context : worker->home);
    }
}

static void shape_warps(struct worker *worker)
{
    for (unsigned i = 0; i < SIMT_MAX_WARPS; i++) {
        unsigned from = i * SIMT_WARP;
        unsigned lanes = worker->threads > from ? worker->threads - from : 0;
        worker->warp[i].exists = lanes >= SIMT_WARP ? ~0u : (1u << lanes) - 1;
    }
}

void simt_shape_block(struct worker *worker, dim3 dim)
{
    worker->block.dim = dim;
    worker->threads = dim.x * dim.y * dim.z;
    for (unsigned i = 0; i < worker->threads; i++) {
        struct simt_lane *lane = &worker->lane[i].seen;
        lane->index = (uint3){i % dim.x, i / dim.x % dim.y, i / dim.x / dim.y};
        lane->number = i;
        lane->block = &worker->block;
    }
    link_lanes(worker);
    shape_warps(worker);
}

void simt_run_block(struct worker *worker)
{
    for (unsigned i = 0; i < worker->threads; i++) {
        worker->lane[i].context = NULL;
        worker->lane[i].ready_at = 0;
    }
    for (unsigned i = 0; i * SIMT_WARP < worker->threads; i++)
        worker->warp[i].waiting = 0;
    worker->live = worker->threads;
    worker->arrived = worker->votes = worker->asking = 0;
    worker->divergent = false;
    worker->serial++;
    simt_lane = &first_lane(worker)->seen;
    simt_switch(&worker->home, context_of(worker, first_lane(worker)));
}
