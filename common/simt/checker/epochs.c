/* The numbers of epochs: see epochs.h. */
#include <stdio.h>
#include <stdlib.h>
#include "checker/block_state.h"
#include "checker/epochs.h"

enum { LAST_KEY = 1u << 31 };

bool simt_has_fences;

/* group.c has the other. */
__attribute__((
    weak)) bool simt_has_groups; /* not const, or the compiler would take it for false */

/* Each access reads this: so nothing that changes may lie in the same cache line. */
_Alignas(64) struct launch_state simt_launch_state = {.fast = SIMT_NOT_FAST,
                                                      .counted = SIMT_NOT_FAST};
struct simt_epoch *const simt_epochs = (struct simt_epoch *)SIMT_EPOCHS;

static _Alignas(64) unsigned next_key = 16;

static void name_epochs(const struct block_state *state, unsigned key, unsigned count)
{
    unsigned at = (key - simt_launch_state.first) / 2;
    if (at + count > SIMT_MOST_EPOCHS) {
        fputs("simt: a launch of so many blocks and barriers cannot be checked\n", stderr);
        abort();
    }
    for (unsigned i = 0; i < count; i++)
        simt_epochs[at + i] = (struct simt_epoch){state->block, state->base};
}

unsigned simt_new_epochs(const struct block_state *state, unsigned count)
{
    unsigned key = __atomic_fetch_add(&next_key, 2 * count, __ATOMIC_RELAXED);
    name_epochs(state, key, count);
    return key;
}

unsigned simt_new_interval(struct block_state *state, unsigned count)
{
    unsigned key = __atomic_fetch_add(&next_key, 2 * count, __ATOMIC_RELAXED);
    state->base = key;
    name_epochs(state, key, count);
    return key;
}

/* Keys run out after some thousand large launches. */
bool simt_begin_epochs(bool alone)
{
    bool ran_out = next_key > LAST_KEY / 2;
    if (ran_out)
        next_key = 16;
    simt_launch_state.first = next_key;
    simt_launch_state.list = next_key + 2;
    simt_launch_state.bytes = next_key + 3;
    simt_launch_state.alone = alone;
    next_key += 4;
    return ran_out;
}
