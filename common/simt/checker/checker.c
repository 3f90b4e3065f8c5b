/* The checker's share of launches, blocks and turns: what it does as the backend's observer. */
#include <string.h>
#include "checker/block_state.h"
#include "checker/observe.h"
#include "checker/epochs.h"
#include "checker/explain_file.h"
#include "checker/findings.h"
#include "checker/found.h"
#include "checker/host_reads.h"
#include "checker/late.h"
#include "checker/list.h"
#include "checker/order.h"
#include "checker/own.h"
#include "checker/pairs.h"
#include "checker/replay.h"
#include "checker/shadow.h"
#include "checker/slow_path.h"
#include "checker/strays.h"
#include "checker/swaps.h"
#include "checker/unordered.h"
#include "checker/unwritten.h"
#include "counters/sums.h"
#include "counters/trace.h"
#include "cuda/apart.h"
#include "cuda/memory.h"
#include "cuda/queue.h"
#include "cuda/records.h"
#include "cuda/variables.h"
#include "grid/grid.h"
#include "grid/launches.h"
#include "grid/observer.h"
#include "grid/schedule.h"

/* Launches of fewer threads run on one worker: then a report is the same each time, down to the
 * threads that it names. */
unsigned simt_few_threads = 1 << 15;
bool simt_keeps_block_order;

/* --- turns -------------------------------------------------------------------------------- */

static void shuffle(unsigned short *turns, unsigned count, unsigned long long state)
{
    for (unsigned i = count; i > 1; i--) {
        unsigned other = (unsigned)(simt_mix(state += 0x9e3779b97f4a7c15ull) % i);
        unsigned short turn = turns[i - 1];
        turns[i - 1] = turns[other];
        turns[other] = turn;
    }
}

static const unsigned short *turns_of(struct worker *worker)
{
    unsigned short *turns = worker->state->turns;
    unsigned count = worker->threads;
    bool reverse = simt_schedule == REVERSE;
    for (unsigned i = 0; i < count; i++)
        turns[i] = (unsigned short)(reverse ? count - 1 - i : i);
    if (simt_schedule == RANDOM)
        shuffle(turns, count, simt_mix(simt_random_order + 1) + worker->state->block);
    return turns;
}

/* --- launches ----------------------------------------------------------------------------- */

/* Blocks may start in any order. A block that waits for a lower one, which has not begun, waits
 * in vain unless all have room at once. So only half of them get room. */
static unsigned begin_with_last_block(unsigned workers)
{
    simt_pool.backwards = true;
    unsigned long long half = simt_pool.blocks / 2;
    return half == 0 ? 1 : half < workers ? (unsigned)half : workers;
}

static void forget_lists(void)
{
    simt_forget_lists();
    for (unsigned i = 0; i < simt_pool.workers; i++) {
        struct block_state *state = simt_pool.worker[i]->state;
        state->free_entry = state->fresh_entry = state->last_entry = 0;
    }
}

/* Where one block runs after the other, a block reads all that those before it publish. Where
 * blocks take turns, many have begun and published a part: more than the 128 that four warps
 * look back at, a block a lane. As many take turns as there is room for stacks. */
static unsigned begin_by_turns(const struct simt_launch *launch)
{
    enum { LANES = 36 * 1024 };
    unsigned room = LANES / (launch->block.x * launch->block.y * launch->block.z);
    unsigned workers = room < SIMT_BY_TURNS ? room : SIMT_BY_TURNS;
    simt_pool.by_turns = true;
    return simt_pool.blocks < workers ? (unsigned)simt_pool.blocks : workers;
}

/* With fences, what a thread reads decides what it may read next. So one block runs at a time,
 * and nothing comes between an access and its record. */
static bool wants_one_block_at_a_time(const struct simt_launch *launch, bool notes)
{
    dim3 block = launch->block;
    unsigned long long threads = simt_pool.blocks * block.x * block.y * block.z;
    return launch->cooperative || simt_has_fences || notes || threads < simt_few_threads ||
           simt_replaying;
}

/* Blocks of a cooperative launch have a worker each: see cooperative.c. */
static unsigned workers_for(const struct simt_launch *launch, bool one, unsigned workers)
{
    if (launch->cooperative)
        return workers;
    if (simt_keeps_block_order)
        return one ? 1 : workers;
    if (simt_schedule == REVERSE)
        return begin_with_last_block(one ? 1 : workers);
    if (simt_schedule == RANDOM && simt_has_fences)
        return begin_by_turns(launch);
    return one ? 1 : workers;
}

static void set_launch_state(const struct simt_launch *launch, bool notes)
{
    simt_launch_state.number++;
    simt_launch_state.grid = launch->grid;
    simt_launch_state.block = launch->block;
    simt_launch_state.lockstep = simt_schedule == LOCKSTEP;
    bool slow = simt_launch_state.lockstep || notes;
    uintptr_t fast = slow ? SIMT_NOT_FAST : simt_fast_tag(SIMT_WINDOW);
    simt_launch_state.fast = simt_counting ? SIMT_NOT_FAST : fast;
    simt_launch_state.counted = simt_counting ? fast : SIMT_NOT_FAST;
}

static void begin_epochs(bool alone)
{
    if (simt_begin_epochs(alone))
        simt_forget_cells();
}

static unsigned launch_begins(const struct simt_launch *launch, unsigned workers)
{
    simt_waits_for_launch();
    bool notes = simt_begin_noting(launch->file, launch->line);
    simt_device_goes_on();
    bool one = wants_one_block_at_a_time(launch, notes);
    workers = workers_for(launch, one, workers);
    if (simt_counting)
        simt_count_launch(launch);
    if (simt_counting && simt_replaying)
        simt_replay_launch(launch);
    simt_late_launch(workers == 1 && simt_has_fences && !launch->cooperative);
    begin_epochs(one || workers == 1);
    forget_lists();
    simt_forget_strays();
    set_launch_state(launch, notes);
    return workers;
}

static void launch_ended(void)
{
    simt_late_ended();
    for (unsigned i = 0; i < simt_pool.workers; i++) {
        simt_settle_doubt(simt_pool.worker[i]->state);
        simt_unwritten_ends(simt_pool.worker[i]->state);
    }
    if (simt_has_fences)
        simt_order_forget();
    simt_launch_state.fast = simt_launch_state.counted = SIMT_NOT_FAST;
    simt_end_noting();
    if (simt_replaying)
        simt_replay_ended();
    simt_explain_launch();
}

/* --- blocks ------------------------------------------------------------------------------- */

/* A new interval: new keys for all, and all that lies behind is ordered. */
static void begin_interval(struct worker *worker)
{
    struct block_state *state = worker->state;
    unsigned warps = (worker->threads + SIMT_WARP - 1) / SIMT_WARP;
    unsigned base = simt_new_interval(state, 1 + warps);
    for (unsigned w = 0; w < warps; w++) {
        unsigned key = base + 2 * (1 + w);
        state->warp[w].floor = 0;
        for (unsigned i = 0; i < SIMT_WARP; i++)
            state->key[w * SIMT_WARP + i] = key;
    }
}

static unsigned block_number(const struct simt_block *block)
{
    return (block->index.z * block->grid.y + block->index.y) * block->grid.x + block->index.x;
}

static const unsigned short *block_begins(struct worker *worker)
{
    struct block_state *state = worker->state;
    simt_late_block();
    state->block = block_number(&worker->block);
    state->host_flags = 0;
    simt_forget_racy_reads(state);
    simt_forget_own(state);
    simt_unwritten_begins(state);
    if (simt_has_fences)
        simt_order_block(state);
    simt_begin_shared(worker);
    begin_interval(worker);
    state->first = state->base;
    if (simt_counting)
        simt_trace_begin(worker);
    if (simt_counting && simt_replaying)
        simt_replay_block(state->block);
    return turns_of(worker);
}

static void tell_trace(struct worker *worker, enum simt_meeting meeting)
{
    for (unsigned w = 0; w * SIMT_WARP < worker->threads; w++)
        simt_trace_group(worker, w, worker->warp[w].exists, meeting);
}

static void block_met(struct worker *worker)
{
    simt_settle_doubt(worker->state);
    simt_unwritten_meets(worker->state);
    if (simt_counting)
        tell_trace(worker, SIMT_MET_AT_BARRIER);
    if (simt_counting && simt_replaying)
        simt_replay_barrier(worker);
    if (simt_has_fences)
        simt_order_barrier(worker);
    begin_interval(worker);
}

/* Does what is done where a launch ends and the next one begins. */
static void grid_met(void)
{
    for (unsigned i = 0; i < simt_pool.workers; i++) {
        simt_settle_doubt(simt_pool.worker[i]->state);
        simt_unwritten_settle(simt_pool.worker[i]->state);
    }
    if (simt_has_fences)
        simt_order_forget();
    begin_epochs(simt_launch_state.alone);
    forget_lists();
    for (unsigned i = 0; i < simt_pool.workers; i++) {
        struct block_state *state = simt_pool.worker[i]->state;
        simt_forget_racy_reads(state);
        if (simt_has_fences)
            simt_order_block(state);
        begin_interval(simt_pool.worker[i]);
        state->first = state->base;
    }
}

static void lane_copies(void *to, const void *from, size_t bytes, size_t zeros,
                        const void *code)
{
    simt_watch_copy(to, from, bytes, code);
    simt_watch_fill((char *)to + bytes, 0, zeros, code);
}

static void lane_returned(struct worker *worker, const struct lane *lane)
{
    unsigned number = lane->seen.number;
    simt_settle_doubt(worker->state);
    simt_unwritten_returns(worker->state, number);
    __atomic_store_n(&worker->state->last_write, 0, __ATOMIC_RELEASE);
    if (simt_counting)
        simt_trace_group(worker, number / SIMT_WARP, 1u << number % SIMT_WARP, SIMT_MET_AT_END);
}

/* --- warps -------------------------------------------------------------------------------- */

/* Joins the vector clocks of the group: each lane gets the highest epoch that any of them has
 * for each lane. */
static void join_clocks(struct block_state *state, unsigned warp, unsigned lanes)
{
    const unsigned *key = &state->key[warp * SIMT_WARP];
    unsigned joined[SIMT_WARP] = {0};
    for (unsigned i = 0; i < SIMT_WARP; i++) {
        if (!(lanes >> i & 1))
            continue;
        for (unsigned j = 0; j < SIMT_WARP; j++)
            if (state->warp[warp].clock[i][j] > joined[j])
                joined[j] = state->warp[warp].clock[i][j];
    }
    for (unsigned i = 0; i < SIMT_WARP; i++)
        if (lanes >> i & 1 && key[i] > joined[i])
            joined[i] = key[i];
    for (unsigned i = 0; i < SIMT_WARP; i++)
        if (lanes >> i & 1)
            memcpy(state->warp[warp].clock[i], joined, sizeof joined);
}

static void warp_met(struct worker *worker, unsigned warp, unsigned lanes)
{
    struct block_state *state = worker->state;
    simt_settle_doubt(state);
    simt_unwritten_settle(state);
    if (simt_counting)
        simt_trace_group(worker, warp, lanes, SIMT_MET_IN_WARP);
    if (simt_counting && simt_replaying)
        simt_replay_warp(worker, warp, lanes);
    if (simt_has_fences)
        simt_order_warp(worker, warp, lanes);
    unsigned key = simt_new_epochs(state, 1);
    if (lanes == worker->warp[warp].exists)
        state->warp[warp].floor = key;
    else
        join_clocks(state, warp, lanes);
    for (unsigned i = 0; i < SIMT_WARP; i++)
        if (lanes >> i & 1)
            state->key[warp * SIMT_WARP + i] = key;
}

/* If the memory is the device's, the device is about to go on with what is written there. */
static void memory_touched(const void *address, size_t pitch, size_t width, size_t height,
                           bool written)
{
    if (written && simt_in_window((uintptr_t)address) && !simt_is_pinned(address))
        simt_device_goes_on();
    simt_work_touches(address, pitch, width, height, written);
}

static void forget_findings(void)
{
    simt_drop_findings();
    simt_late_forget();
    simt_forget_host_reads();
    simt_replay_forget();
}

static void caller_reads(const void *address, size_t bytes)
{
    simt_host_touches(address, bytes, SIMT_READ, NULL);
}

static void host_takes_back(const void *address, size_t bytes)
{
    simt_note_host(address, bytes, SIMT_READ);
}

struct part {
    const void *address;
    size_t bytes;
};

static void read_part(void *argument)
{
    const struct part *part = argument;
    simt_work_touches(part->address, part->bytes, part->bytes, 1, false);
}

static void caller_copies(const void *address, size_t bytes)
{
    struct part *part =
        bytes && simt_default_stream_lacks_some() ? simt_new_record(sizeof *part) : NULL;
    if (!part)
        return;
    *part = (struct part){address, bytes};
    simt_issue(&simt_legacy_queue,
               (struct simt_work){.sort = SIMT_FOR_CALLER, .act = read_part, .argument = part});
}

/* --- the observer ------------------------------------------------------------------------- */

static const struct simt_observer checker = {
    .place_arena = simt_place_arena,
    .allocation_changed = simt_shadow_allocation,
    .memory_written = simt_shadow_written,
    .memory_touched = memory_touched,
    .host_writes = simt_check_host_write,
    .host_reads = simt_check_host_read,
    .host_takes_back = host_takes_back,
    .static_shared_of = simt_static_shared_of,
    .place_worker = simt_place_worker,
    .dynamic_shared_of = simt_place_dynamic_shared,
    .launch_begins = launch_begins,
    .launch_ended = launch_ended,
    .block_begins = block_begins,
    .block_met = block_met,
    .grid_met = grid_met,
    .warp_met = warp_met,
    .lane_copies = lane_copies,
    .lane_returned = lane_returned,
    .found = simt_report_worded,
    .findings = simt_list_findings,
    .forget_findings = forget_findings,
    .caller_reads = caller_reads,
    .caller_copies = caller_copies,
    .host_has_read = simt_host_has_read,
    .was_late = simt_late_was_read,
};

void simt_observe(void)
{
    simt_observer = &checker;
}
