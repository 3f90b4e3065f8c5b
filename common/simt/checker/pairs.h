/* Pairs of accesses: which conflict, and the report of a pair that races. C11. */
#ifndef SIMT_PAIRS_H
#define SIMT_PAIRS_H

#include "checker/order.h"
#include "checker/visit.h"
#include "counters/access.h"

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

/* Notes that nothing orders the visit and an access of lane `number` which CUDA counts as
 * strong, too: in a program with a main() of its own. Labs have no use for what is no fault. */
void simt_note_open_pair(const struct visit *v, unsigned key, unsigned number, unsigned code,
                         enum simt_access kind);

/* Reports the writes in doubt, which have been done by now. To be called before anything else
 * may write. */
void simt_settle_doubt(struct block_state *state);

#endif
