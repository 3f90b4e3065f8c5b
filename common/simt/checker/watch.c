/* The long way of an access, and the checker's share of launches, blocks and turns.
 *
 * - simt_watch_access()   an access of natural alignment
 * - simt_watch_range()    one of any size and alignment
 * - simt_observe()        what the grid and the memory tell: observer.h
 * - simt_set_schedule()   the order of turns from the next launch on
 */
#define _GNU_SOURCE
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "checker/checker.h"

/* Launches of fewer threads run on one worker: then a report is the same each time, down to the
 * threads that it names. */
unsigned simt_few_threads = 1 << 15;

bool simt_has_fences;

/* group.c has the other. */
__attribute__((
    weak)) bool simt_has_groups; /* not const, or the compiler would take it for false */

static enum simt_schedule schedule;
static unsigned long long seed;

/* --- accesses ---------------------------------------------------------------------------- */

/* In lockstep the other lanes come first: so a lane does its access at once when it has told.
 */
static inline void settle(struct watch *watch)
{
    if (watch->doubts)
        simt_settle_doubt(watch);
}

static inline void let_others_run(struct worker *worker, struct lane *lane)
{
    settle(worker->watch);
    if (simt_era.lockstep && lane->next != lane) {
        simt_wait(worker, lane);
        settle(worker->watch); /* the other's */
    }
}

static bool is_own(const struct worker *worker, const void *address)
{
    return (uintptr_t)address - (uintptr_t)worker < sizeof *worker || address == &simt_lane;
}

/* Mostly the memory of arrays. */
static inline uintptr_t shadow_of(const struct worker *worker, const void *address)
{
    uintptr_t at = (uintptr_t)address;
    if (simt_in_window(at) && !simt_is_shared(at))
        return at;
    return is_own(worker, address) ? SIMT_PRIVATE : simt_shadow_of(worker, address);
}

static bool is_read(enum simt_access kind)
{
    return kind == SIMT_READ || kind == SIMT_VOLATILE_READ;
}

static bool is_write(enum simt_access kind)
{
    return kind == SIMT_WRITE || kind == SIMT_VOLATILE_WRITE;
}

static bool is_constant(const void *address)
{
    const struct simt_variable *v =
        simt_nearest_variable(simt_device_variables(), (uintptr_t)address);
    return v && v->constant;
}

/* What an access is a piece of: a structure, or what memcpy() copies. */
struct block {
    const char *begin;
    size_t bytes;
};

static unsigned piece_at(const void *at, size_t size)
{
    unsigned piece = 8;
    while (piece > size || (uintptr_t)at % piece)
        piece /= 2;
    return piece;
}

/* Nobody writes the padding of a structure, and all of it is copied. */
static bool is_partly_written(const struct worker *worker, const struct block *block)
{
    const char *end = block->begin + block->bytes;
    unsigned piece;
    for (const char *at = block->begin; at < end; at += piece) {
        piece = piece_at(at, (size_t)(end - at));
        uintptr_t shadow = shadow_of(worker, at);
        if (shadow > SIMT_PRIVATE && simt_is_initialised(shadow, piece))
            return true;
    }
    return false;
}

static void check(struct lane *lane, uintptr_t shadow, const void *address, unsigned size,
                  enum simt_access kind, const void *code, const struct block *block)
{
    if (!simt_is_addressable(shadow, size)) {
        simt_report_stray(lane, address, size, kind, code);
        return;
    }
    if (!is_write(kind) && !simt_is_initialised(shadow, size) &&
        !(block && is_partly_written(worker_of(lane), block)))
        simt_report_uninitialised(lane, shadow, address, size, kind, code);
    if (!is_read(kind)) {
        simt_set_initialised(shadow, size);
        if (shadow - SIMT_SYMBOL_SLOT < SIMT_SLOT / 4 && is_constant(address))
            simt_report_constant(lane, address, size, code);
    }
    if (simt_has_fences)
        simt_order_before(lane);
    simt_race_access(lane, shadow, address, size, kind, code);
    if (simt_has_fences && kind != SIMT_READ)
        simt_order_access(lane, shadow, address, size, kind, code);
}

/* What follows from an access but for its alignment; it counts as one of `counted` bytes. It
 * is a piece of a block, or the block is NULL. */
static void watch(const void *address, unsigned size, enum simt_access kind, const void *code,
                  bool yields, size_t counted, const struct block *block)
{
    struct lane *lane = running_lane();
    if (!lane) {
        simt_check_host(address, kind, code);
        return;
    }
    struct worker *worker = worker_of(lane);
    uintptr_t shadow = shadow_of(worker, address);
    if (shadow == SIMT_PRIVATE)
        return;
    if (yields)
        let_others_run(worker, lane);
    if (kind == SIMT_VOLATILE_READ)
        simt_spin();
    if (simt_counting && counted > size)
        simt_traffic_range(lane, code, address, counted, kind);
    else if (simt_counting && counted)
        simt_traffic_access(lane, code, address, size, kind);
    if (shadow == SIMT_STRAY)
        simt_report_stray(lane, address, size, kind, code);
    else
        check(lane, shadow, address, size, kind, code, block);
}

void simt_watch_access(const void *address, unsigned size, enum simt_access kind,
                       const void *code)
{
    if (simt_lane && (uintptr_t)address % size != 0)
        simt_report_misaligned(running_lane(), address, size, kind, code);
    watch(address, size, kind, code, true, size, NULL);
}

/* An atomic update has succeeded, and simt_watch_load() has let others run before it began. */
void simt_watch_update(const void *address, unsigned size, const void *code)
{
    watch(address, size, SIMT_ATOMIC, code, false, size, NULL);
}

void simt_watch_load(const void *address)
{
    struct lane *lane = running_lane();
    if (lane && simt_shadow_of(worker_of(lane), address) > SIMT_STRAY)
        let_others_run(worker_of(lane), lane);
}

/* Piece by piece, each as large as its alignment allows; others run before the first. What
 * needs no alignment of 8 is not one piece of 8. */
static void watch_pieces(const char *at, size_t size, enum simt_access kind, const void *code,
                         bool yields, size_t counted, const struct block *block)
{
    for (unsigned piece; size; at += piece, size -= piece) {
        piece = piece_at(at, size == 8 ? 4 : size);
        watch(at, piece, kind, code, yields, counted, block);
        yields = false;
        counted = 0;
    }
}

void simt_watch_range(const void *address, size_t size, enum simt_access kind, const void *code)
{
    const struct block block = {address, size};
    watch_pieces(address, size, kind, code, true, size, &block);
}

/* Each piece is done right after it was told. */
void simt_watch_copy(char *to, const char *from, size_t size, const void *code)
{
    const struct block block = {from, size};
    size_t counted = size;
    for (unsigned piece; size; to += piece, from += piece, size -= piece) {
        piece = piece_at(to, size);
        watch_pieces(from, piece, SIMT_READ, code, true, counted, &block);
        watch_pieces(to, piece, SIMT_WRITE, code, true, counted, NULL);
        counted = 0;
        memmove(to, from, piece);
    }
}

void simt_watch_fill(char *to, int value, size_t size, const void *code)
{
    size_t counted = size;
    for (unsigned piece; size; to += piece, size -= piece) {
        piece = piece_at(to, size);
        watch_pieces(to, piece, SIMT_WRITE, code, true, counted, NULL);
        counted = 0;
        memset(to, value, piece);
    }
}

/* --- schedules --------------------------------------------------------------------------- */

static void set_schedule(int wanted, unsigned long long wanted_seed)
{
    schedule = wanted;
    seed = wanted_seed;
}

static unsigned long long mix(unsigned long long x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return x ^ x >> 31;
}

static void shuffle(unsigned short *turns, unsigned count, unsigned long long state)
{
    for (unsigned i = count; i > 1; i--) {
        unsigned other = (unsigned)(mix(state += 0x9e3779b97f4a7c15ull) % i);
        unsigned short turn = turns[i - 1];
        turns[i - 1] = turns[other];
        turns[other] = turn;
    }
}

static const unsigned short *turns_of(struct worker *worker)
{
    unsigned short *turns = worker->watch->turns;
    unsigned count = worker->threads;
    for (unsigned i = 0; i < count; i++)
        turns[i] = (unsigned short)(schedule == SIMT_REVERSE ? count - 1 - i : i);
    if (schedule == SIMT_RANDOM)
        shuffle(turns, count, mix(seed + 1) + worker->watch->block);
    return turns;
}

/* --- launches ---------------------------------------------------------------------------- */

/* With fences, what a thread reads decides what it may read next: one worker, so that an access
 * and what is told of it are not torn apart. */
static unsigned launch_begins(const struct simt_launch *launch, unsigned workers)
{
    dim3 grid = launch->grid, block = launch->block;
    unsigned long long threads = simt_pool.blocks * block.x * block.y * block.z;
    if (simt_has_fences || threads < simt_few_threads)
        workers = 1;
    if (simt_counting)
        simt_traffic_launch(launch);
    simt_begin_era(workers == 1);
    simt_era.grid = grid;
    simt_era.block = block;
    simt_era.lockstep = schedule == SIMT_LOCKSTEP;
    uintptr_t quick = simt_era.lockstep ? SIMT_NOT_QUICK : simt_quick(SIMT_WINDOW);
    simt_era.quick = simt_counting ? SIMT_NOT_QUICK : quick;
    simt_era.counted = simt_counting ? quick : SIMT_NOT_QUICK;
    for (unsigned i = 0; i < simt_pool.workers; i++) {
        struct watch *watch = simt_pool.worker[i]->watch;
        watch->free_entry = watch->fresh_entry = watch->last_entry = 0;
    }
    return workers;
}

static void launch_ended(void)
{
    for (unsigned i = 0; i < simt_pool.workers; i++)
        simt_settle_doubt(simt_pool.worker[i]->watch);
    if (simt_has_fences)
        simt_order_forget();
    simt_era.quick = simt_era.counted = SIMT_NOT_QUICK;
    simt_write_counters();
}

/* --- blocks ------------------------------------------------------------------------------ */

/* A new interval: new keys for all, and all that lies behind is ordered. */
static void begin_interval(struct worker *worker)
{
    struct watch *watch = worker->watch;
    unsigned warps = (worker->threads + SIMT_WARP - 1) / SIMT_WARP;
    unsigned base = simt_new_interval(watch, 1 + warps);
    for (unsigned w = 0; w < warps; w++) {
        unsigned key = base + 2 * (1 + w);
        watch->warp[w].floor = 0;
        for (unsigned i = 0; i < SIMT_WARP; i++)
            watch->key[w * SIMT_WARP + i] = key;
    }
}

static unsigned block_number(const struct simt_block *block)
{
    return (block->index.z * block->grid.y + block->index.y) * block->grid.x + block->index.x;
}

static const unsigned short *block_begins(struct worker *worker)
{
    struct watch *watch = worker->watch;
    watch->block = block_number(&worker->block);
    if (simt_has_fences)
        simt_order_block(watch);
    simt_begin_shared(worker);
    begin_interval(worker);
    watch->first = watch->base;
    if (simt_counting)
        simt_traffic_begin(worker);
    return turns_of(worker);
}

static void tell_traffic(struct worker *worker, enum simt_meeting meeting)
{
    for (unsigned w = 0; w * SIMT_WARP < worker->threads; w++)
        simt_traffic_group(worker, w, worker->warp[w].exists, meeting);
}

static void block_met(struct worker *worker)
{
    simt_settle_doubt(worker->watch);
    if (simt_counting)
        tell_traffic(worker, SIMT_MET_AT_BARRIER);
    if (simt_has_fences)
        simt_order_barrier(worker);
    begin_interval(worker);
}

static void lane_returned(struct worker *worker, const struct lane *lane)
{
    unsigned number = lane->seen.number;
    simt_settle_doubt(worker->watch);
    __atomic_store_n(&worker->watch->last_write, 0, __ATOMIC_RELEASE);
    if (simt_counting)
        simt_traffic_group(worker, number / SIMT_WARP, 1u << number % SIMT_WARP,
                           SIMT_MET_AT_END);
}

/* --- warps ------------------------------------------------------------------------------- */

/* Each of the group learns all that any of them knows. */
static void join_clocks(struct watch *watch, unsigned warp, unsigned lanes)
{
    const unsigned *key = &watch->key[warp * SIMT_WARP];
    unsigned joined[SIMT_WARP] = {0};
    for (unsigned i = 0; i < SIMT_WARP; i++) {
        if (!(lanes >> i & 1))
            continue;
        for (unsigned j = 0; j < SIMT_WARP; j++)
            if (watch->warp[warp].clock[i][j] > joined[j])
                joined[j] = watch->warp[warp].clock[i][j];
    }
    for (unsigned i = 0; i < SIMT_WARP; i++)
        if (lanes >> i & 1 && key[i] > joined[i])
            joined[i] = key[i];
    for (unsigned i = 0; i < SIMT_WARP; i++)
        if (lanes >> i & 1)
            memcpy(watch->warp[warp].clock[i], joined, sizeof joined);
}

static void warp_met(struct worker *worker, unsigned warp, unsigned lanes)
{
    struct watch *watch = worker->watch;
    simt_settle_doubt(watch);
    if (simt_counting)
        simt_traffic_group(worker, warp, lanes, SIMT_MET_IN_WARP);
    if (simt_has_fences)
        simt_order_warp(worker, warp, lanes);
    unsigned key = simt_new_segments(watch, 1);
    if (lanes == worker->warp[warp].exists)
        watch->warp[warp].floor = key;
    else
        join_clocks(watch, warp, lanes);
    for (unsigned i = 0; i < SIMT_WARP; i++)
        if (lanes >> i & 1)
            watch->key[warp * SIMT_WARP + i] = key;
}

/* --- the observer ------------------------------------------------------------------------ */

static const struct simt_observer checker = {
    .place_arena = simt_check_arena,
    .allocation_changed = simt_check_allocation,
    .memory_written = simt_check_written,
    .static_shared_of = simt_check_static_shared,
    .place_worker = simt_check_place,
    .dynamic_shared_of = simt_check_dynamic_shared,
    .launch_begins = launch_begins,
    .launch_ended = launch_ended,
    .block_begins = block_begins,
    .block_met = block_met,
    .warp_met = warp_met,
    .lane_returned = lane_returned,
    .found = simt_check_found,
    .set_schedule = set_schedule,
    .findings = simt_check_findings,
    .forget_findings = simt_check_forget,
};

void simt_observe(void)
{
    simt_observer = &checker;
}
