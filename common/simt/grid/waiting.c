/* Launches that wait for their turn, and kernels that launch kernels. */
#include <string.h>
#include "cuda/errors.h"
#include "cuda/records.h"
#include "grid/grid.h"
#include "grid/waiting.h"

/* --- launches that wait ------------------------------------------------------------------- */

enum { MOST_ALIGNED = 256 };

static void *aligned_in(void *room)
{
    return (void *)(((uintptr_t)room + MOST_ALIGNED - 1) / MOST_ALIGNED * MOST_ALIGNED);
}

struct waiting_launch *simt_keep_launch(const struct simt_launch *launch)
{
    struct waiting_launch *waiting =
        simt_grow_record(NULL, 0, sizeof *waiting + MOST_ALIGNED + launch->argument_bytes);
    waiting->launch = *launch;
    waiting->launch.argument = aligned_in(waiting->room);
    if (launch->argument_bytes)
        memcpy(waiting->launch.argument, launch->argument, launch->argument_bytes);
    return waiting;
}

/* --- kernels that launch kernels ---------------------------------------------------------- */

static struct {
    pthread_mutex_t lock;
    struct waiting_launch *first; /* of the grid that runs */
    struct waiting_launch *tail;  /* what begins at its very end */
} children = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void append(struct waiting_launch **to, struct waiting_launch *child)
{
    while (*to)
        to = &(*to)->next;
    *to = child;
}

void simt_launch_later(const struct simt_launch *launch)
{
    struct simt_lane *lane = simt_lock(&children.lock);
    struct waiting_launch *child = simt_keep_launch(launch);
    append(launch->stream == cudaStreamTailLaunch ? &children.tail : &children.first, child);
    simt_unlock(&children.lock, lane);
}

void simt_run_family(const struct simt_launch *launch)
{
    simt_run_launch(launch);
    append(&children.first, children.tail);
    struct waiting_launch *child = children.first;
    children.first = children.tail = NULL;
    while (child) {
        struct waiting_launch *next = child->next;
        if (simt_sticky_error() == cudaSuccess)
            simt_run_family(&child->launch);
        simt_free_record(child);
        child = next;
    }
}
