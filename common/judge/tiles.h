/* Whether an answer is right where all of its own tiles are whole, whatever size it has chosen
 * for them: n % TILE is 0 there, and no length of the last one; and what takes a thread more
 * than there are tiles needs one block more. Tables of cases have the usual sizes only. */
#ifndef TILES_H
#define TILES_H

#include "verdict.h"

/* Of a case with `counts_elements`, which has passed: how many blocks the widest launch had
 * says how many elements each has, if they are a multiple of a warp. Judges as many such tiles
 * as a block has threads, and says what is wrong then. No other row of the task is so. */
void judge_whole_tiles(struct program *program, const struct case_run *like, struct verdict *v);

#endif
