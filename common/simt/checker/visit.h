/* A visit: an access from the point of view of the lane that makes it. Whoever passes one has
 * set all of it, and `word` to the word at hand; it is taken by the worker that runs the lane.
 * C11. */
#ifndef SIMT_VISIT_H
#define SIMT_VISIT_H

#include <stdbool.h>
#include <stdint.h>
#include "checker/block_state.h"
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

#endif
