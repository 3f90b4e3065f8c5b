/* Whether an answer is right however much a thread has to do: counters of a few bits run over
 * only where a thread's share is long, and large grids have short ones. */
#ifndef SHARES_H
#define SHARES_H

#include "verdict.h"

/* The row with as many elements as a single block is given. */
struct test_case row_of_one_block(const struct test_case *row);

/* Whether an answer is right where a single block has all elements of such a row, and where it
 * has a few: then its blocks share out what there is by strides, and larger grids show nothing
 * more. */
bool passes_by_one_block(struct program *program, struct case_run *t, struct verdict *v);

/* Of a case with `of_one_block`, on the CPU backend, which has passed: launches each kernel
 * with a single block, which has all elements to itself, and says what is wrong then. Who is
 * wrong with few elements, too, goes on to no more than one, and is not accused. */
void judge_long_shares(struct program *program, const struct case_run *like, struct verdict *v);

/* Of an EACH_ANEW case, on the CPU backend, which has passed: launches its kernel with a single
 * block. If that goes on to all elements, as each block of a smaller grid would, they
 * are to be right then, too. */
void judge_going_on(struct program *program, const struct case_run *like, struct verdict *v);

/* Of a case with `of_one_block` that has run out of time: as many elements as a single block is
 * given may be done in time. A vote of a warp for each element takes long on a CPU. */
void judge_fewer(struct program *program, const struct case_run *like, struct verdict *v);

#endif
