/* Which elements a grid leaves out whose blocks, or their threads, are counted wrongly, and
 * which come to other places. Each function is a pattern, as explain.c has them. */
#ifndef WRONG_PLACES_H
#define WRONG_PLACES_H

#include "evidence.h"
#include "words.h"

/* A block begins at blockIdx * gridDim. */
bool grid_for_block(const struct evidence *e, struct verdict *v);

/* Of each tile only the first row is written, as by threads whose threadIdx.y is 0. */
bool first_row_of_tiles(const struct evidence *e, struct verdict *v);

/* Row and column are exchanged where elements are stored. */
bool transposed(const struct evidence *e, struct verdict *v);

/* Some are wrong, and others were never written. */
bool partly_unwritten(const struct evidence *e, struct verdict *v);

/* Of a list those are wrong that lie next to multiples of 32, or of more. */
bool borders_of_warps(const struct evidence *e, struct verdict *v);

/* What was written is NaN. */
bool not_a_number(const struct evidence *e, struct verdict *v);

#endif
