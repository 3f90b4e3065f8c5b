/* Race cells that keep the last access to each byte of a word. C11.
 * The caller owns the cell, see cell.h. */
#ifndef SIMT_BYTES_H
#define SIMT_BYTES_H

#include "checker/cell.h"
#include "checker/pairs.h"

enum { SIMT_IN_BYTES = 1 << 30 }; /* in a cell's flags: the rest of the cell holds bytes */

/* Makes an empty cell one of bytes. */
void simt_bytes_begin(const struct visit *v, struct cell *cell);

/* Records the visit to these bytes. The cell becomes a list if that does not fit. */
void simt_bytes_access(const struct visit *v, struct cell *cell, unsigned bytes);

#endif
