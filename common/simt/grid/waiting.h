/* Launches that wait for their turn, in a stream or for the end of the kernel that launches
 * them. */
#ifndef SIMT_GRID_WAITING_H
#define SIMT_GRID_WAITING_H

#include "grid/launches.h"

struct waiting_launch {
    struct waiting_launch *next; /* launched by the same grid */
    struct simt_launch launch;
    char room[]; /* for the argument, wherever in it that is aligned */
};

/* A copy of the launch and its argument, to be given back by simt_free_record(). */
struct waiting_launch *simt_keep_launch(const struct simt_launch *launch);

/* For a kernel that launches one. Nothing waits for a child but the end of its parent: so it
 * may begin when that has run. */
void simt_launch_later(const struct simt_launch *launch);

/* Runs a grid, and then each grid that it has launched, with all that these launch. */
void simt_run_family(const struct simt_launch *launch);

#endif
