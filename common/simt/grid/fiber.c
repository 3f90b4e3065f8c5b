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
#include <string.h>
#include <sys/mman.h>
#include "grid/async_copies.h"
#include "grid/grid.h"
#include "grid/observer.h"
#include "switch/switch.h"

/* --- stacks ------------------------------------------------------------------------------- */

static void no_stack(void)
{
    fputs("simt: no memory for the stacks of device threads\n", stderr);
    abort();
}

/* Where the stack ends that is mapped up to `end`. At equal offsets in their pages, stacks
 * would compete for the same few sets of the cache. */
static char *staggered(char *end, unsigned number)
{
    return end - number % SIMT_STAGGERS * SIMT_STAGGER_BYTES;
}

/* A guard parts its stack from the next, and Linux keeps at most 65530 parts. Where more blocks
 * take turns, lanes that come later go without: what overflows has overflown in the schedules
 * before. */
static bool may_guard(void)
{
    enum { MOST_GUARDS = 20000 };
    static unsigned guards;
    return __atomic_fetch_add(&guards, 1, __ATOMIC_RELAXED) < MOST_GUARDS;
}

static void add_stack(struct worker *worker)
{
    size_t bytes = SIMT_STACK_SPAN, returns = simt_observer ? SIMT_STACK_SPAN : 0;
    bool guarded = may_guard();
    char *stack = mmap(NULL, bytes + returns, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED || (guarded && mprotect(stack, SIMT_GUARD_BYTES, PROT_NONE) != 0))
        no_stack();
    worker->guard[worker->stacks] = guarded ? stack : NULL;
    worker->top[worker->stacks] = staggered(stack + bytes, worker->stacks);
    worker->idle[worker->idle_count++] = worker->top[worker->stacks++];
}

bool simt_in_guard(const struct worker *worker, const void *address)
{
    for (unsigned i = 0; i < worker->stacks; i++)
        if (worker->guard[i] &&
            (size_t)((const char *)address - worker->guard[i]) < SIMT_GUARD_BYTES)
            return true;
    return false;
}

bool simt_is_on_stacks(const void *address)
{
    for (unsigned w = 0; w < simt_pool.workers; w++) {
        const struct worker *worker = simt_pool.worker[w];
        for (unsigned i = 0; i < worker->stacks; i++)
            if ((uintptr_t)address - ((uintptr_t)worker->top[i] - SIMT_STACK_SPAN) <
                3 * SIMT_STACK_SPAN)
                return true;
    }
    return false;
}

/* --- turns -------------------------------------------------------------------------------- */

static struct lane *lane_of_turn(struct worker *worker, const unsigned short *turns, unsigned i)
{
    return &worker->lane[turns ? turns[i] : i];
}

/* The one place that knows in which order lanes take turns: by their numbers, or as `turns` has
 * it. Goes from the last turn back, so that each lane finds the next one of its warp. */
static void link_lanes(struct worker *worker, const unsigned short *turns)
{
    struct lane *last[SIMT_MAX_WARPS] = {NULL}, *next[SIMT_MAX_WARPS] = {NULL};
    worker->first = lane_of_turn(worker, turns, 0);
    for (unsigned i = worker->threads; i-- > 0;) {
        struct lane *lane = lane_of_turn(worker, turns, i);
        unsigned warp = lane->seen.number / SIMT_WARP;
        bool ends = i + 1 == worker->threads;
        lane->next = ends ? worker->first : lane_of_turn(worker, turns, i + 1);
        call_of(lane)->next_in_warp = next[warp];
        last[warp] = last[warp] ? last[warp] : lane;
        next[warp] = lane;
    }
    for (unsigned warp = 0; warp * SIMT_WARP < worker->threads; warp++)
        call_of(last[warp])->next_in_warp = next[warp];
}

/* The next lane after this one that may run, at last itself; NULL if none may. */
static struct lane *next_ready(const struct worker *worker, const struct lane *lane)
{
    struct lane *next = lane->next;
    while (next->ready_at > worker->phase) {
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

static void *take_stack(struct worker *worker)
{
    if (worker->idle_count == 0)
        add_stack(worker);
    return simt_take_idle(worker);
}

/* Leaves the lane and goes on with `next`, which may run and is another. */
static void go_on(struct worker *worker, struct lane *lane, struct lane *next)
{
    simt_lane = &next->seen;
    if (next->context)
        simt_switch(&lane->context, next->context);
    else
        simt_begin(&lane->context, take_stack(worker), simt_run_lanes);
}

static void leave_off(struct worker *worker, struct lane *lane, struct lane *next)
{
    if (next != lane)
        go_on(worker, lane, next);
}

void simt_wait(struct worker *worker, struct lane *lane)
{
    struct lane *next = lane->next;
    if (next->ready_at > worker->phase)
        next = next_or_deadlock(worker, lane);
    leave_off(worker, lane, next);
}

/* Now and then lets the whole block run: the warp may loop until another warp has written. */
void simt_wait_in_warp(struct worker *worker, struct lane *lane)
{
    struct lane *next = call_of(lane)->next_in_warp;
    while (next != lane && next->ready_at > worker->phase)
        next = call_of(next)->next_in_warp;
    if (next == lane || ++lane->seen.spins % 64 == 0)
        simt_wait(worker, lane);
    else
        leave_off(worker, lane, next);
}

/* Gives way to a block on another worker. On a busy machine a worker may get the processor back
 * only after milliseconds, which the watchdog does not count. So a lane that has often given
 * way in vain stops doing so: then an endless wait ends at its limit. */
static void give_way(struct worker *worker)
{
    enum { MOST = 64 };
    if (worker->turns.gave_way_in != worker->phase)
        worker->turns.gave_way = 0;
    worker->turns.gave_way_in = worker->phase;
    simt_pass_turn(true);
    if (!simt_pool.by_turns && worker->turns.gave_way < MOST) {
        worker->turns.gave_way++;
        sched_yield();
    }
}

void simt_let_others_run(void)
{
    struct lane *lane = running_lane();
    struct worker *worker = worker_of(lane);
    simt_checkpoint();
    if (worker->asking)
        simt_settle_activemask(worker); /* a spinning lane may wait for those */
    if (next_ready(worker, lane) == lane) {
        give_way(worker);
    } else {
        if (!simt_pool.by_turns || ++worker->turns.yields % SIMT_WARP == 0)
            simt_pass_turn(false); /* the others may wait for other blocks, too */
        simt_wait(worker, lane);
    }
}

void simt_yield(void)
{
    worker_of(running_lane())->spun++;
    simt_let_others_run();
}

/* --- a block ------------------------------------------------------------------------------ */

/* The lane has returned: who is next? NULL when it was the last. */
static struct lane *after(struct worker *worker, struct lane *lane)
{
    lane->ready_at = worker->never;
    lane->context = NULL;
    if (simt_observer)
        simt_observer->lane_returned(worker, lane);
    if (--worker->live == 0)
        return NULL;
    if (--worker->missing == 0)
        simt_settle_barrier(worker);
    if (simt_pool.tolerate_exited)
        simt_settle_warp(lane);
    return next_or_deadlock(worker, lane);
}

/* What the bottom of a stack does next: goes on with a lane that begins, or with a context. */
struct turn {
    void (*enter)(void *);
    void *with;
};

static struct turn begin_lane(struct worker *worker, struct lane *lane, char *stack)
{
    if (call_of(lane)->stack != stack) /* mostly it is that of the block before */
        call_of(lane)->stack = stack;
    return (struct turn){worker->body, worker->argument};
}

static __attribute__((noinline)) struct turn first_turn(void)
{
    struct lane *lane = running_lane();
    struct worker *worker = worker_of(lane);
    return begin_lane(worker, lane, worker->entered);
}

/* When only begun lanes are left, it gives the stack back and goes on with one of them. */
static __attribute__((noinline)) struct turn next_turn(void)
{
    struct lane *lane = running_lane();
    struct worker *worker = worker_of(lane);
    char *stack = call_of(lane)->stack;
    lane = after(worker, lane);
    simt_lane = lane ? &lane->seen : NULL;
    if (lane && !lane->context)
        return begin_lane(worker, lane, stack);
    worker->idle[worker->idle_count++] = stack;
    return (struct turn){simt_resume, lane ? lane->context : worker->home};
}

/* The bottom of every stack: runs the lane it was begun for and then those that have not begun
 * either.
 *
 * A lane may begin on one stack's frame of this function and return to another's. For the sake
 * of speed, kernels are entered and resumed by the same call instruction: so the processor
 * predicts well where a kernel returns to, which it does on its own stack. And what comes next
 * is known by simt_lane before that stack is in the cache.
 *
 * Nothing is kept over the call, on the stack or in a register: a kernel can write there. */
void simt_run_lanes(void)
{
    struct turn turn = first_turn();
    for (;;) {
        turn.enter(turn.with);
        turn = next_turn();
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
    unsigned short turns[SIMT_MAX_THREADS];
    worker->block.dim = dim;
    worker->threads = dim.x * dim.y * dim.z;
    for (unsigned i = 0; i < worker->threads; i++) {
        struct simt_lane *lane = &worker->lane[i].seen;
        lane->index = (uint3){i % dim.x, i / dim.x % dim.y, i / dim.x / dim.y};
        lane->number = i;
        worker->lane[i].ready_at = worker->never;
        lane->block = &worker->block;
    }
    worker->backwards = simt_pool.lanes_backwards;
    for (unsigned i = 0; i < worker->threads; i++)
        turns[i] = (unsigned short)(worker->threads - 1 - i);
    link_lanes(worker, worker->backwards ? turns : NULL);
    shape_warps(worker);
}

/* Lanes that have returned in the block before have no context, and are ready at its `never`.
 */
void simt_run_block(struct worker *worker)
{
    worker->phase = worker->start = worker->never;
    worker->never += 1ull << 32;
    worker->added = 0;
    for (unsigned i = 0; i * SIMT_WARP < worker->threads; i++)
        worker->warp[i].waiting = 0;
    worker->live = worker->missing = worker->threads;
    worker->votes = worker->asking = 0;
    worker->divergent = false;
    worker->quick_line = 0;
    worker->block.was_asked = false;
    if (worker->block.copies)
        simt_forget_copies(&worker->block);
    if (simt_observer)
        link_lanes(worker, simt_observer->block_begins(worker));
    simt_lane = &worker->first->seen;
    simt_begin(&worker->home, take_stack(worker), simt_run_lanes);
}

bool simt_is_first_to_ask(void)
{
    bool is_first = !simt_lane->block->was_asked;

    simt_lane->block->was_asked = true;
    return is_first;
}

void simt_forget_lanes(struct worker *worker)
{
    worker->idle_count = worker->stacks;
    memcpy(worker->idle, worker->top, sizeof worker->idle);
    for (unsigned i = 0; i < worker->threads; i++) {
        worker->lane[i].context = NULL;
        worker->lane[i].ready_at = worker->never;
    }
}
