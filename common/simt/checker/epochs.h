/* When an access happened, in the terms of the order that CUDA guarantees. C11.
 *
 * An epoch is a piece of a warp's (or a lane's) run between two points where it may learn of
 * others: a barrier, a __syncwarp, a fence. Epochs are numbered through all launches, so that
 * what is older than the launch is known by its number, and nothing is ever cleared. The key of
 * an access is twice its epoch's number, plus 1 for an atomic access.
 *
 * A barrier interval is what a block does between two barriers; it bears the key of its first
 * epoch. */
#ifndef SIMT_EPOCHS_H
#define SIMT_EPOCHS_H

#include <stdbool.h>
#include "checker/window.h"
#include "cuda/api.h"

struct block_state;

/* True in a program whose checked objects have fences or volatile accesses (fence.c,
 * volatile.c). */
extern bool simt_has_fences;

/* True in a program in which lanes may meet in other groups than their warp (group.c). */
extern bool simt_has_groups;

struct simt_epoch {
    unsigned block, interval;
};
_Static_assert(sizeof(struct simt_epoch) == SIMT_EPOCH_BYTES, "see window.h");
extern struct simt_epoch *const simt_epochs;

/* What is the same for all accesses of a launch. The three keys are no epoch's: cells hold
 * them in place of one. */
struct launch_state {
    unsigned first; /* key: the launch begins; as a cell's: many blocks have read it */
    unsigned list;  /* as a cell's: its accesses are in a list */
    unsigned bytes; /* as a cell's: its bytes are kept apart */
    bool alone;     /* one worker has the launch */
    bool lockstep;
    uintptr_t fast;    /* simt_fast_tag() of words whose accesses may take the fast path, or
                          SIMT_NOT_FAST */
    uintptr_t counted; /* the same while somebody counts */
    dim3 grid, block;  /* of the launch, or of the last one */
    unsigned long long number; /* so many have begun */
};
_Static_assert(sizeof(struct launch_state) <= 64, "in a cache line");
extern struct launch_state simt_launch_state;

/* The same for all words in the window, and for nothing else: what must be 0 in a word's
 * address is rotated to the top. No address has the other. */
#define SIMT_NOT_FAST (~(uintptr_t)0)
static inline uintptr_t simt_fast_tag(uintptr_t address)
{
    return (address >> 2 | address << 62) >> (SIMT_WINDOW_BITS - 2);
}

/* Of a key that is not older than the launch. */
static inline const struct simt_epoch *simt_epoch_of(unsigned key)
{
    return &simt_epochs[(key - simt_launch_state.first) / 2];
}

/* Gives the state's block and interval so many new epochs; returns the key of the first. */
unsigned simt_new_epochs(const struct block_state *state, unsigned count);

/* The same, and they begin a new interval, which bears that key. */
unsigned simt_new_interval(struct block_state *state, unsigned count);

/* A launch begins; no worker runs. `alone` as in struct launch_state. Returns true if numbers
 * have run out and begin anew: then the caller must have all cells forgotten. */
bool simt_begin_epochs(bool alone);

#endif
