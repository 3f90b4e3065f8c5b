/* Values of shared memory that nothing has written, on their way: to copy one from shared
 * memory to shared memory is no use of it, and the copy is as unwritten as what it was made of.
 * A stencil that moves its planes up copies also those places that no thread of its block has
 * loaded, and asks for none of them. Whoever uses a copy is told as if he had read what it was
 * made of.
 *
 * What a lane has read is followed until its next barrier, since it may still have it in a
 * register: a store of the same value to shared memory is a copy, and all else that follows at
 * once is a use. C11. */
#ifndef SIMT_UNWRITTEN_H
#define SIMT_UNWRITTEN_H

#include <stdint.h>
#include "checker/block_state.h"

struct lane;

/* A read of what nothing has written: reports it, or follows it, and then reports it when the
 * lane uses it. */
void simt_unwritten_read(struct lane *lane, const struct simt_event *event);

/* To be called before each access of the lane but to memory of its own, where state->copies. */
void simt_unwritten_next(struct lane *lane, uintptr_t shadow, unsigned size,
                         enum simt_access kind);

/* The lane is about to do the store that the last one announced. */
void simt_unwritten_store(struct lane *lane, uintptr_t shadow, unsigned size);

/* The last store that may be a copy has been done. To be called before anybody else stores. */
void simt_unwritten_settle(struct block_state *state);

/* A block begins; it has met at a barrier; a lane has returned; all have, or were broken off.
 */
void simt_unwritten_begins(struct block_state *state);
void simt_unwritten_meets(struct block_state *state);
void simt_unwritten_returns(struct block_state *state, unsigned lane);
void simt_unwritten_ends(struct block_state *state);

#endif
