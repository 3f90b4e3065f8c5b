/* The slow path of an access: see slow_path.h. */
#include <stddef.h>
#include <string.h>
#include "checker/block_state.h"
#include "checker/epochs.h"
#include "checker/host_reads.h"
#include "checker/locks.h"
#include "checker/order.h"
#include "checker/own.h"
#include "checker/pairs.h"
#include "checker/race.h"
#include "checker/shadow.h"
#include "checker/slow_path.h"
#include "checker/strays.h"
#include "checker/swaps.h"
#include "checker/unordered.h"
#include "checker/unwritten.h"
#include "counters/trace.h"
#include "cuda/memory.h"
#include "cuda/variables.h"
#include "grid/grid.h"

/* In lockstep the other lanes come first: so a lane does its access at once when it has told.
 */
static inline void settle(struct block_state *state)
{
    if (state->doubts)
        simt_settle_doubt(state);
    if (state->copies)
        simt_unwritten_settle(state);
}

static inline void let_others_run(struct worker *worker, struct lane *lane)
{
    settle(worker->state);
    if (simt_launch_state.lockstep && lane->next != lane) {
        simt_wait(worker, lane);
        settle(worker->state); /* the other's */
    }
}

static bool is_own(const struct worker *worker, const void *address)
{
    return (uintptr_t)address - (uintptr_t)worker < sizeof *worker || address == &simt_lane;
}

/* The shim's functions write in their lane how often it has waited, and its carry. */
static void end_before_store(const struct lane *lane, const void *address,
                             enum simt_access kind)
{
    const char *at = address, *seen = (const char *)&lane->seen;
    if (!simt_is_read(kind) && is_own(worker_of(lane), address) &&
        !(at >= seen + offsetof(struct simt_lane, block) + sizeof(struct simt_block *) &&
          at < seen + sizeof lane->seen))
        simt_end_unbelieved(
            "it was to write to memory in which the CPU backend keeps its threads; "
            "is an index far outside of its array, or where does the pointer come from?");
}

/* Mostly the memory of arrays. */
static inline uintptr_t shadow_of(const struct worker *worker, const void *address)
{
    uintptr_t at = (uintptr_t)address;
    if (simt_in_window(at) && !simt_is_shared(at))
        return at;
    return is_own(worker, address) ? SIMT_PRIVATE : simt_shadow_of(worker, address);
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
    if (!simt_is_write(kind) && !simt_is_initialised_whole(shadow, size) &&
        !(block && is_partly_written(worker_of(lane), block)) &&
        !simt_is_written_unseen(shadow, size))
        simt_report_uninitialised(lane, shadow, address, size, kind, code);
    if (!simt_is_read(kind)) {
        simt_set_initialised(shadow, size);
        if (kind == SIMT_WRITE && worker_of(lane)->state->copies)
            simt_unwritten_store(lane, shadow, size);
        if (shadow - SIMT_SYMBOL_SLOT < SIMT_SLOT / 4 && is_constant(address))
            simt_report_constant(lane, address, size, code);
    }
    if (simt_is_noting && !simt_is_shared(shadow))
        simt_lane_touches(lane, address, size, kind, code);
    if (simt_has_fences)
        simt_order_before(lane);
    simt_race_access(lane, shadow, address, size, kind, code);
    if (simt_has_fences && kind != SIMT_READ)
        simt_order_access(lane, shadow, address, size, simt_unscoped(kind), code);
}

void simt_watch_host(const void *address, size_t size, enum simt_access kind, const void *code)
{
    if (simt_library_touches(address, size, kind))
        return;
    simt_check_host(address, size, kind, code);
    if (kind == SIMT_VOLATILE_READ)
        simt_host_polls(address);
    simt_note_host(address, size, kind);
    simt_host_touches(address, size, kind, code);
}

/* What follows from an access but for its alignment; it counts as one of `counted` bytes. It
 * is a piece of a block, or the block is NULL. */
static void watch(const void *address, unsigned size, enum simt_access kind, const void *code,
                  bool yields, size_t counted, const struct block *block)
{
    struct lane *lane = running_lane();
    if (!lane) {
        simt_watch_host(address, size, kind, code);
        return;
    }
    struct worker *worker = worker_of(lane);
    uintptr_t shadow = shadow_of(worker, address);
    if (shadow == SIMT_PRIVATE) {
        end_before_store(lane, address, kind);
        simt_watch_own(lane, address, size, kind, code);
        return;
    }
    if (worker->state->copies)
        simt_unwritten_next(lane, shadow, size, kind);
    if (yields)
        let_others_run(worker, lane);
    simt_spin_unseen(kind == SIMT_VOLATILE_READ);
    if (simt_counting && counted > size)
        simt_trace_range(lane, code, address, counted, simt_unscoped(kind));
    else if (simt_counting && counted)
        simt_trace_access(lane, code, address, size, simt_unscoped(kind));
    if (shadow == SIMT_STRAY && simt_is_pinned(address)) {
        if (simt_is_noting)
            simt_lane_touches(lane, address, size, kind, code);
    } else if (shadow == SIMT_STRAY) {
        simt_report_stray(lane, address, size, kind, code);
    } else {
        check(lane, shadow, address, size, kind, code, block);
    }
}

void simt_watch_access(const void *address, unsigned size, enum simt_access kind,
                       const void *code)
{
    if (simt_lane && ((uintptr_t)address & (size - 1)) != 0 && /* mostly it is */
        (uintptr_t)address % simt_alignment_of(size) != 0)
        simt_report_misaligned(running_lane(), address, size, kind, code);
    watch(address, size, kind, code, true, size, NULL);
}

/* An atomic update has succeeded, and simt_watch_load() has let others run before it began. */
void simt_watch_update(const void *address, unsigned size, enum simt_access kind,
                       const void *code)
{
    watch(address, size, kind, code, false, size, NULL);
}

/* Where nobody has changed the element since the lane has read it, its cell knows the read. */
void simt_watch_swap(const void *address, unsigned size, unsigned long long expected)
{
    struct lane *lane = running_lane();
    if (!lane)
        return;
    struct block_state *state = worker_of(lane)->state;
    uintptr_t shadow = shadow_of(worker_of(lane), address);
    if (simt_expects_read(state, lane->seen.number, address, size, expected) ||
        shadow <= SIMT_PRIVATE || !simt_is_addressable(shadow, size) ||
        simt_value_at(address, size) != expected)
        return;
    unsigned code = simt_code_of_read(lane, shadow);
    if (code)
        simt_add_first_read(code);
}

void simt_watch_swapped(const void *address, unsigned long long old, unsigned long long value)
{
    struct lane *lane = running_lane();
    uintptr_t shadow = lane ? shadow_of(worker_of(lane), address) : SIMT_PRIVATE;
    if (shadow > SIMT_PRIVATE)
        simt_lock_swap(worker_of(lane)->state, lane->seen.number, shadow, old, value);
}

void simt_watch_changed(const void *address, unsigned long long value)
{
    struct lane *lane = running_lane();
    uintptr_t shadow = lane ? shadow_of(worker_of(lane), address) : SIMT_PRIVATE;
    if (shadow > SIMT_PRIVATE)
        simt_lock_change(worker_of(lane)->state, lane->seen.number, shadow, value);
}

void simt_watch_store(const void *address, unsigned size)
{
    struct lane *lane = running_lane();
    uintptr_t shadow = lane ? shadow_of(worker_of(lane), address) : SIMT_PRIVATE;
    if (shadow > SIMT_PRIVATE && simt_is_addressable(shadow, size))
        simt_set_initialised(shadow, size);
}

void simt_watch_exchange(const void *address, unsigned size, enum simt_access kind,
                         const void *code)
{
    struct lane *lane = running_lane();
    uintptr_t shadow = lane ? shadow_of(worker_of(lane), address) : SIMT_PRIVATE;
    if (shadow <= SIMT_PRIVATE || !simt_is_addressable(shadow, size))
        return;
    struct block_state *state = worker_of(lane)->state;
    const struct simt_exchanged now = {shadow, code, lane->seen.number, state->first};
    struct simt_exchanged *last = &state->exchanged;
    if (!simt_is_initialised_whole(shadow, size) && !simt_is_written_unseen(shadow, size)) {
        *last = now;
        simt_set_initialised(shadow, size);
    } else if (last->at == now.at && last->code == now.code && last->lane == now.lane &&
               last->block == now.block) {
        last->at = 0;
        simt_forget_initialised(shadow, size); /* as it was */
        simt_report_uninitialised(lane, shadow, address, size, kind, code);
        simt_set_initialised(shadow, size);
    }
}

void simt_watch_load(const void *address)
{
    struct lane *lane = running_lane();
    if (!lane)
        simt_host_polls(address);
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

/* The compiler tells of a whole variable of the device as of so many bytes where it can see
 * that they do not begin where the variable does. Of an array they may be an element's. */
static bool misses_variable(uintptr_t address, size_t size)
{
    const struct simt_variable *v;
    if (size > 16 || (size & (size - 1)) != 0 || address % size == 0 || simt_in_window(address))
        return false;
    v = simt_nearest_variable(simt_device_variables(), address);
    return v && v->bytes == size && address + size > v->begin && address < v->begin + size;
}

void simt_watch_range(const void *address, size_t size, enum simt_access kind, const void *code)
{
    if (simt_lane && misses_variable((uintptr_t)address, size)) {
        simt_report_misaligned(running_lane(), address, (unsigned)size, kind, code);
        return;
    }
    const struct block block = {address, size};
    watch_pieces(address, size, kind, code, true, size, &block);
}

/* clang copies a vector of 16 bytes like any block. */
static bool is_vector(const char *to, const char *from, size_t size)
{
    return size == 16 && ((uintptr_t)to | (uintptr_t)from) % 16 == 0;
}

/* Each piece is done right after it was told. */
void simt_watch_copy(char *to, const char *from, size_t size, const void *code)
{
    const struct block block = {from, size};
    size_t counted = size;
    if (is_vector(to, from, size)) {
        watch(from, 16, SIMT_READ, code, true, counted, &block);
        watch(to, 16, SIMT_WRITE, code, true, counted, NULL);
        memcpy(to, from, size);
        return;
    }
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
