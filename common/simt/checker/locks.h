/* Locks: what a lane holds between the swap that takes a lock and the one that gives it back.
 * C11.
 *
 * A word is a lock where a lane changes it by atomicCAS() or atomicExch(), and later changes it
 * back so. The memory model of CUDA wants a fence behind the taking: without one what follows
 * may be done before the lock is taken. Who is the first to take it has nothing to wait for, so
 * that in a run the fault shows only if somebody else comes first; therefore two lanes that
 * have taken the same lock are not ordered by it if one of them lacks its fence.
 *
 * Only where simt_has_fences, as in order.h: one worker runs. */
#ifndef SIMT_LOCKS_H
#define SIMT_LOCKS_H

#include <stdbool.h>
#include <stdint.h>

struct block_state;

/* To be called when lane `me` has changed the word at `shadow` from `old` to `value`, by a
 * swap. */
void simt_lock_swap(struct block_state *state, unsigned me, uintptr_t shadow,
                    unsigned long long old, unsigned long long value);

/* The same, by another atomic operation: one that gives a lock back, but takes none. */
void simt_lock_change(struct block_state *state, unsigned me, uintptr_t shadow,
                      unsigned long long value);

/* To be called when the lane has fenced, for its own block or for all, and has a new key. */
void simt_lock_fence(struct block_state *state, unsigned me, bool in_block);

/* Whether lane `me` and the access dated `key` are under the same lock, and one of the two has
 * no fence behind the taking that both can see. */
bool simt_lock_lacks_fence(const struct block_state *state, unsigned me, unsigned key);

/* To be called when lanes meet, or a block begins: what they hold is not followed any further.
 * And when the launch has ended. */
void simt_lock_drop(struct block_state *state, unsigned first, unsigned count);
void simt_lock_forget(void);

#endif
