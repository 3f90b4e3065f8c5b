/* The fast path of an access and the second path: what a hook can tell from the cell of each
 * word, without the slow path (slow_path.h). For the hooks alone. C11.
 *
 * - the fast path    the cell says that this access has been recorded: nothing new is learnt
 * - the second path  what is new is the only thing to be recorded, and nothing can be wrong
 *
 * All of it runs before the access, on behalf of simt_lane, which the second path tests and the
 * fast path implies: outside of launches no word has the tag. They take the steps of cell.h in
 * place: the cell is in shared memory of the lane's block, or only a bit of its lanes changes.
 */
#ifndef SIMT_FAST_PATH_H
#define SIMT_FAST_PATH_H

#include "checker/block_state.h"
#include "checker/cell.h"
#include "checker/epochs.h"
#include "checker/order.h"
#include "checker/race.h"
#include "checker/shadow.h"
#include "grid/grid.h"
#include "grid/lines.h"

#define INLINE static inline __attribute__((always_inline))
#define LIKELY(condition) __builtin_expect(condition, true)
#define UNLIKELY(condition) __builtin_expect(condition, false)

/* What is in the frames of the functions that a lane is in is its own, where nothing can be
 * wrong: arrays for which the compiler has no registers are half of what some kernels read. */
INLINE bool is_in_frames(const void *address, unsigned size)
{
    enum { NEAR = 4096 };
    uintptr_t at = (uintptr_t)address;
    return at - (uintptr_t)__builtin_frame_address(0) < NEAR && (at & (size - 1)) == 0 &&
           simt_lane && !simt_in_window(at) && !worker_of(running_lane())->state->has_own;
}

/* Another worker may be at the same cell. */
INLINE bool add_lane(struct cell *cell, struct cell seen, unsigned bit)
{
    unsigned long long old = (unsigned long long)seen.lanes << 32 | seen.key;
    unsigned long long new = (unsigned long long)(seen.lanes | bit) << 32 | seen.key;
    if (simt_launch_state.alone) {
        cell->lanes |= bit;
        return true;
    }
    return __atomic_compare_exchange_n((unsigned long long *)&cell->key, &old, new, false,
                                       __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

/* Whether the lane's warp has read the word in this epoch, and its last write is ordered for
 * all. */
INLINE bool joins(uintptr_t address, struct cell *cell, const struct block_state *state,
                  unsigned me, unsigned key)
{
    unsigned bit = 1u << me % SIMT_WARP;
    struct cell seen = *cell;
    if (seen.key != key)
        return false;
    if (seen.lanes & bit)
        return true;
    if (simt_is_shared(address)) {
        if (seen.writer >= state->base)
            return false;
        cell->lanes |= bit;
        return true;
    }
    return seen.writer < simt_launch_state.first && add_lane(cell, seen, bit);
}

INLINE bool read_is_recorded(uintptr_t address)
{
    struct cell *cell = simt_cell(address);
    if (cell->key == simt_launch_state.first)
        return true;
    const struct lane *lane = running_lane();
    const struct block_state *state = worker_of(lane)->state;
    unsigned me = lane->seen.number;
    return cell->key == state->base || joins(address, cell, state, me, state->key[me]);
}

INLINE bool atomic_is_recorded(uintptr_t address)
{
    struct cell *cell = simt_cell(address);
    const struct lane *lane = running_lane();
    const struct block_state *state = worker_of(lane)->state;
    unsigned me = lane->seen.number;
    return cell->key == simt_launch_state.first + 1 || cell->key == state->base + 1 ||
           joins(address, cell, state, me, state->key[me] + 1);
}

/* Whether the same lane has written the word in this epoch, and no other lane has read it
 * since. */
INLINE bool write_is_recorded(uintptr_t address)
{
    const struct cell *cell = simt_cell(address);
    const struct lane *lane = running_lane();
    const struct block_state *state = worker_of(lane)->state;
    unsigned me = lane->seen.number, key = state->key[me];
    return (cell->writer & ~SIMT_LONE) == key && cell->flags == me &&
           !(state->doubts | state->copies) &&
           (cell->key == 0 || (cell->key == key && cell->lanes == 1u << me % SIMT_WARP));
}

/* --- the second path: a word of shared memory, last written by one lane of this block ----- */

INLINE bool is_own_shared(uintptr_t address, const struct block_state *state)
{
    return simt_is_shared(address) && simt_block_state_at(address) == state && !simt_has_fences;
}

/* That write is ordered for all. Then nothing can be wrong but with this interval's reads. */
INLINE bool is_settled(const struct cell *cell, const struct block_state *state)
{
    unsigned writer = cell->writer & ~SIMT_LONE;
    return writer < state->base && writer >= state->first && cell->flags < SIMT_MAX_THREADS;
}

/* The second lane of its warp to read it in this epoch. */
INLINE bool joins_lone(struct cell *cell, struct detail *detail, unsigned me, unsigned key,
                       const void *code)
{
    if (cell->key != key || !(cell->writer & SIMT_LONE) || simt_has_groups)
        return false;
    cell->writer &= ~SIMT_LONE;
    simt_cell_add_second(cell, detail, me, simt_code_offset(code));
    return true;
}

/* The first lane to read it in this interval, the second, or the first of another warp. */
INLINE bool shared_read_is_settled(uintptr_t address, const void *code)
{
    struct cell *cell = simt_cell(address);
    struct detail *detail = simt_detail(address);
    const struct lane *lane = running_lane();
    const struct block_state *state = worker_of(lane)->state;
    unsigned me = lane->seen.number, key = state->key[me];
    if (!is_own_shared(address, state) || !is_settled(cell, state))
        return false;
    if (cell->key < state->base) {
        simt_cell_begin_set(cell, detail, key, me, simt_code_offset(code));
        cell->writer |= SIMT_LONE;
        return true;
    }
    if (cell->key & 1)
        return false;
    if (detail->lane[0] / SIMT_WARP == me / SIMT_WARP)
        return joins_lone(cell, detail, me, key, code);
    simt_cell_widen(cell, detail, cell->key, key, me, simt_code_offset(code), state->base);
    cell->writer &= ~SIMT_LONE;
    return true;
}

INLINE bool global_read_is_first(uintptr_t address, const void *code)
{
    return !simt_is_shared(address) && !simt_has_fences &&
           simt_race_first_read(running_lane(), address, code);
}

/* The block has not touched it before, and nothing of another block is kept in lists. */
INLINE bool is_fresh(uintptr_t address, const struct cell *cell,
                     const struct block_state *state)
{
    return (cell->writer & ~SIMT_LONE) < state->first && cell->key < state->first &&
           cell->key != simt_launch_state.list && cell->key != simt_launch_state.bytes &&
           simt_is_addressable(address, 4);
}

/* Nobody else has read it in this interval. */
INLINE bool shared_write_is_settled(uintptr_t address, const void *code)
{
    struct cell *cell = simt_cell(address);
    const struct lane *lane = running_lane();
    const struct block_state *state = worker_of(lane)->state;
    unsigned me = lane->seen.number, key = state->key[me];
    bool own = cell->key == key && cell->lanes == 1u << me % SIMT_WARP;
    if (!is_own_shared(address, state) || state->doubts | state->copies)
        return false;
    if (is_fresh(address, cell, state))
        simt_set_initialised(address, 4);
    else if (!is_settled(cell, state) || !(own || cell->key < state->base))
        return false;
    simt_cell_write(cell, simt_detail(address), key, me, simt_code_offset(code));
    return true;
}

/* --- the paths ---------------------------------------------------------------------------- */

/* Accesses of odd sizes, or at odd places, take the slow path. In lockstep all accesses do. */
INLINE bool is_plain(uintptr_t address, unsigned size, uintptr_t fast)
{
    return size >= 4 && simt_fast_tag(address) == fast && (address & (size - 1)) == 0;
}

/* What the fewest instructions can tell. Another thread of the host may be at global memory
 * while a kernel runs. */
INLINE bool word_read_is_fast(uintptr_t address)
{
    struct cell *cell = simt_cell(address);
    if (!simt_is_shared(address))
        return cell->key == simt_launch_state.first ||
               (simt_lane && cell->key == worker_of(running_lane())->state->base);
    const struct block_state *state = simt_block_state_at(address);
    if (cell->key == state->base)
        return true;
    unsigned me = simt_lane->number;
    if (cell->key != state->key[me] || cell->writer >= state->base)
        return false;
    cell->lanes |= 1u << me % SIMT_WARP;
    return true;
}

INLINE bool read_is_fast(const void *address, unsigned size, uintptr_t fast)
{
    uintptr_t at = (uintptr_t)address;
    if (UNLIKELY(!is_plain(at, size, fast)))
        return false;
    for (unsigned done = 0; done < size; done += 4)
        if (UNLIKELY(!word_read_is_fast(at + done)))
            return false;
    return true;
}

INLINE bool read_is_second_path(const void *address, unsigned size, const void *code)
{
    uintptr_t at = (uintptr_t)address;
    unsigned done = 0;
    if (simt_lane && (is_plain(at, size, simt_launch_state.fast) ||
                      is_plain(at, size, simt_launch_state.counted)))
        while (done < size &&
               (read_is_recorded(at + done) || shared_read_is_settled(at + done, code) ||
                global_read_is_first(at + done, code)))
            done += 4;
    return done >= size;
}

INLINE bool write_is_second_path(const void *address, unsigned size, const void *code)
{
    uintptr_t at = (uintptr_t)address;
    unsigned done = 0;
    if (simt_lane && (is_plain(at, size, simt_launch_state.fast) ||
                      is_plain(at, size, simt_launch_state.counted)))
        while (done < size &&
               (write_is_recorded(at + done) || shared_write_is_settled(at + done, code)))
            done += 4;
    return done >= size;
}

#endif
