/* Two bits for each byte of memory that kernels share: a kernel may touch it, and something has
 * been written there. The bits of an address are found by its shadow address. C11.
 *
 * Callers pass a shadow that simt_shadow_of() gave and that is greater than SIMT_PRIVATE; it
 * may be NULL nowhere. Several workers may set bits of one byte at the same time. */
#ifndef SIMT_SHADOW_H
#define SIMT_SHADOW_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include "checker/window.h"
#include "grid/observer.h"

struct simt_allocation;
struct worker;

/* Returns the shadow of an address. In the window that is the address itself, for the program's
 * variables a stand-in, and for other memory one of these: what no kernel may touch, what is a
 * lane's own. */
#define SIMT_STRAY ((uintptr_t)0)
#define SIMT_PRIVATE ((uintptr_t)1)
uintptr_t simt_shadow_of(const struct worker *worker, const void *address);

/* Returns up to 16 bits, beginning with the one of this address. */
static inline unsigned simt_bits_at(uintptr_t bits, uintptr_t shadow, unsigned count)
{
    unsigned word;
    memcpy(&word, (const void *)(bits + shadow / 8), sizeof word);
    return word >> shadow % 8 & ((1u << count) - 1);
}

/* Whether a kernel may touch all of these bytes. */
static inline bool simt_is_addressable(uintptr_t shadow, unsigned size)
{
    return simt_bits_at(SIMT_MAY_BITS, shadow, size) == (1u << size) - 1;
}

/* Whether some of these bytes have been written. */
static inline bool simt_is_initialised(uintptr_t shadow, unsigned size)
{
    return simt_bits_at(SIMT_WRITTEN_BITS, shadow, size) != 0;
}

/* Whether all of these bytes have been written. An access of more than a word may be a
 * structure, whose padding nobody writes. */
static inline bool simt_is_initialised_whole(uintptr_t shadow, unsigned size)
{
    unsigned all = size > 4 ? 0 : (1u << size) - 1;
    unsigned written = simt_bits_at(SIMT_WRITTEN_BITS, shadow, size);
    return written && (written & all) == all;
}

void simt_set_initialised(uintptr_t shadow, unsigned size);
/* In shared memory of the worker that runs. */
void simt_forget_initialised(uintptr_t shadow, unsigned size);

/* For memory that the host may write unseen: whether these bytes lie in words that are no
 * longer simt_fresh_open. If so, they count as initialised from now on. */
bool simt_is_written_unseen(uintptr_t shadow, unsigned size);

/* Makes a block find its shared memory as if it had never been written. The worker calls it
 * itself, since thread-local memory is its own. */
void simt_begin_shared(struct worker *worker);

/* Makes all race cells what they were at the start of the program. No worker runs. */
void simt_forget_cells(void);

/* The checker's share of observer.h that concerns memory; see there. */
void *simt_place_arena(enum simt_arena which, size_t *bytes);
void simt_shadow_allocation(const struct simt_allocation *allocation);
void simt_shadow_written(const void *address, size_t bytes);
void simt_place_worker(struct worker *worker, unsigned number, pthread_attr_t *attributes);
void *simt_place_dynamic_shared(struct worker *worker);

#endif
