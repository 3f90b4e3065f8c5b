/* Which elements a grid leaves out whose blocks, or their threads, are counted wrongly. Each
 * function is a pattern, as explain.c has them. */
#ifndef WRONG_PLACES_H
#define WRONG_PLACES_H

#include "evidence.h"
#include "words.h"

/* A block begins at blockIdx * gridDim. */
bool grid_for_block(const struct evidence *e, struct verdict *v);

/* Of each tile only the first row is written, as by threads whose threadIdx.y is 0. */
bool first_row_of_tiles(const struct evidence *e, struct verdict *v);

#endif
