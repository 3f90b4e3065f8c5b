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

/* The lane fences: its next atomics release what it has done and acquired, to threads of its
 * own block or to all. */
void simt_order_fence(struct lane *lane, bool in_block);

/* The lane comes to its next access: what it has read by volatile last has been read. To be
 * called before the access is judged. */
void simt_order_before(struct lane *lane);

/* It has been judged, an access of any kind but a plain read. */
void simt_order_access(struct lane *lane, uintptr_t shadow, const void *address, unsigned size,
                       enum simt_access kind, const void *code);

/* All lanes of the block have met; lanes of a warp have. */
void simt_order_barrier(struct worker *worker);
void simt_order_warp(struct worker *worker, unsigned warp, unsigned lanes);

/* A block begins; the launch has ended. */
void simt_order_block(struct block_state *state);
void simt_order_forget(void);

#endif
