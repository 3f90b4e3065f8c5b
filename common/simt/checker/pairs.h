/* Pairs of accesses: which are ordered, which conflict, and the report of a pair that races.
 * C11.
 *
 * A visit is an access from the point of view of the lane that makes it. Whoever passes one has
 * set all of it, and `word` to the word at hand; it is taken by the worker that runs the lane.
 */
#ifndef SIMT_PAIRS_H
#define SIMT_PAIRS_H

#include "checker/block_state.h"
#include "checker/epochs.h"
#include "checker/order.h"
#include "counters/access.h"

struct visit {
    struct block_state *state;
    unsigned me, key;
    unsigned bound; /* older keys are ordered for all that may come here */
    unsigned code;
    enum simt_access kind;
    bool alone; /* nobody else comes near the cell */
    const void *address;
    uintptr_t shadow;
    unsigned size;
    uintptr_t word; /* the one at hand */
};

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

static inline bool simt_is_before_visit(const struct visit *v, unsigned key, unsigned number)
{
    return simt_is_before(v->state, v->me, key, number);
}

/* Whether two kinds conflict. Volatile accesses are taken for flags where they are between
 * warps: one thread writes, others wait. Within a warp, and between writers, they are not. */
bool simt_conflict(enum simt_access a, enum simt_access b, bool same_warp);

/* Whether whatever conflicts with the older access conflicts with the later one too. */
bool simt_implies(enum simt_access later, enum simt_access older, bool same_warp);

/* Reports that the visit races with an access of lane `number`; two writes are reported when
 * the second has been done, if they differ. */
void simt_race_with(const struct visit *v, unsigned key, unsigned number, unsigned code,
                    enum simt_access kind);

/* Reports the writes in doubt, which have been done by now. To be called before anything else
 * may write. */
void simt_settle_doubt(struct block_state *state);

#endif
