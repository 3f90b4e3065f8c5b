/* The order that fences make: what a lane acquires of others by way of an atomic or a volatile
 * flag, as vector clocks. C11.
 *
 * Only where simt_has_fences; then one worker runs, so that nothing here happens at the same
 * time as anything else. */
#ifndef SIMT_ORDER_H
#define SIMT_ORDER_H

#include <stdbool.h>
#include <stdint.h>
#include "counters/access.h"

struct block_state;
struct lane;
struct worker;

/* Whether lane `me` has acquired the access that lane `number` dated `key` in this launch. */
bool simt_has_acquired(const struct block_state *state, unsigned me, unsigned key,
                       unsigned number);

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
