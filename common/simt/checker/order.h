/* Which access is before which: the order of CUDA, by program, barriers, __syncwarp() and
 * fences. C11.
 *
 * What fences order is what a lane acquires of others by way of an atomic or a volatile flag,
 * as vector clocks. All functions but simt_lanes_may_part() and simt_is_before() are called
 * only where simt_has_fences; then one worker runs, so that nothing here happens at the same
 * time as anything else. */
#ifndef SIMT_ORDER_H
#define SIMT_ORDER_H

#include <stdbool.h>
#include <stdint.h>
#include "checker/block_state.h"
#include "checker/epochs.h"
#include "counters/access.h"

struct lane;
struct worker;

/* Whether lane `me` has acquired the access that lane `number` dated `key` in this launch. */
bool simt_has_acquired(const struct block_state *state, unsigned me, unsigned key,
                       unsigned number);

/* Whether it has read by volatile what announces that access, and no fence since. */
bool simt_has_glimpsed(const struct block_state *state, unsigned me, unsigned key,
                       unsigned number);

/* Whether lanes of one warp may differ in what they are ordered after. */
static inline bool simt_lanes_may_part(void)
{
    return simt_has_fences || simt_has_groups;
}

/* Whether the access that lane `number` of its block dated `key` is before all that lane `me`
 * does from now on: the order of CUDA, by program, barriers, __syncwarp and fences. */
static inline bool simt_is_before(const struct block_state *state, unsigned me, unsigned key,
                                  unsigned number)
{
    if (key < simt_launch_state.first)
        return true;
    const struct simt_epoch *epoch = simt_epoch_of(key);
    if (epoch->block == state->block) {
        if (epoch->interval != state->base || number == me)
            return true;
        unsigned warp = me / SIMT_WARP;
        if (number / SIMT_WARP == warp &&
            (key < state->warp[warp].floor ||
             (key & ~1u) <= state->warp[warp].clock[me % SIMT_WARP][number % SIMT_WARP]))
            return true;
    }
    return simt_has_fences && simt_has_acquired(state, me, key, number);
}

/* Whether lane `me` has read there what lane `number` dated `key` has written by volatile. What
 * it writes there itself comes after that, fences or not. */
bool simt_has_seen_write(const struct block_state *state, unsigned me, uintptr_t shadow,
                         unsigned key, unsigned number);

/* To be called when the lane fences. Its next atomics release what it has done and acquired, to
 * threads of its own block or to all. */
void simt_order_fence(struct lane *lane, bool in_block);

/* To be called before the lane's next access is judged: its last volatile read is over then. */
void simt_order_before(struct lane *lane);

/* To be called when the access has been judged, unless it is a plain read. */
void simt_order_access(struct lane *lane, uintptr_t shadow, const void *address, unsigned size,
                       enum simt_access kind, const void *code);

/* To be called when all lanes of the block, or these lanes of a warp, have met. */
void simt_order_barrier(struct worker *worker);
void simt_order_warp(struct worker *worker, unsigned warp, unsigned lanes);

/* To be called when a block begins, and when the launch has ended. */
void simt_order_block(struct block_state *state);
void simt_order_forget(void);

#endif
