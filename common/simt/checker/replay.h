/* For `make replay`: records what a small launch did, request by request. C11. */
#ifndef SIMT_REPLAY_H
#define SIMT_REPLAY_H

#include <stdbool.h>
#include "grid/grid.h"

/* Whether SIMT_REPLAY names a file. The functions below are only for that. It is set before
 * main(). */
extern bool simt_replaying;

/* To be called when a launch begins, on one worker; when its block of this number begins; and
 * when the lanes have met at a barrier. */
void simt_replay_launch(const struct simt_launch *launch);
void simt_replay_block(unsigned number);
void simt_replay_barrier(const struct worker *worker);

/* To be called when these lanes of a warp have met at a __syncwarp. */
void simt_replay_warp(struct worker *worker, unsigned warp, unsigned lanes);

/* To be called when the launch is over. Writes what was recorded and found so far to the file.
 */
void simt_replay_ended(void);

/* Forgets what was recorded. */
void simt_replay_forget(void);

#endif
