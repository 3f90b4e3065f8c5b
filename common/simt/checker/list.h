/* Race cells that keep a list of accesses, for whatever does not fit a plain cell. C11.
 * The caller owns the cell, see cell.h. */
#ifndef SIMT_LIST_H
#define SIMT_LIST_H

#include "checker/cell.h"
#include "checker/pairs.h"

enum { SIMT_ALL_BYTES = 15 }; /* of a word, a bit each */

/* Makes a plain cell a list of what it knows. */
void simt_list_plain(const struct visit *v, struct cell *cell);

/* Make the cell an empty list; add an access of lane `number` to a list, without a check. */
void simt_list_begin(struct cell *cell);
void simt_list_add(const struct visit *v, struct cell *cell, unsigned key, unsigned code,
                   unsigned number, enum simt_access kind, unsigned bytes);

/* Records the visit to these bytes of the word: reports its races, and keeps what may matter
 * later. */
void simt_list_access(const struct visit *v, struct cell *cell, unsigned bytes);

/* To be called when a launch begins. Forgets all lists. */
void simt_forget_lists(void);

#endif
