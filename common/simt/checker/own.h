/* Variables of a thread's own that may have been meant to be shared. C11. */
#ifndef SIMT_OWN_H
#define SIMT_OWN_H

#include "counters/access.h"
#include "grid/grid.h"

/* Looks at an access to memory of the lane's own. If a variable is used as if it were shared,
 * reports a read of what the lane has never written there, and each atomic. */
void simt_watch_own(const struct lane *lane, const void *address, unsigned size,
                    enum simt_access kind, const void *code);

struct block_state;
void simt_forget_own(struct block_state *state);

#endif
