/* For `make replay`: what a small launch did, request by request. C11. */
#ifndef SIMT_REPLAY_H
#define SIMT_REPLAY_H

#include <stdbool.h>
#include "grid/grid.h"

/* Whether SIMT_REPLAY names a file: all that follows is for that alone. Set before main(). */
extern bool simt_replaying;

/* A launch begins, on one worker; a block of it, by its number; its lanes have met at a
 * barrier.
 */
void simt_replay_launch(const struct simt_launch *launch);
void simt_replay_block(unsigned number);
void simt_replay_barrier(const struct worker *worker);

/* These lanes of a warp have met at a __syncwarp. */
void simt_replay_warp(struct worker *worker, unsigned warp, unsigned lanes);

/* The launch is over: what was recorded and found so far goes to the file. */
void simt_replay_ended(void);

/* What was recorded is forgotten. */
void simt_replay_forget(void);

#endif
