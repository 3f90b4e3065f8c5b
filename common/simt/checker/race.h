/* Races, exactly: the door to the cells for the hooks' slow path. C11.
 *
 * The lane is the one that runs; the access may be done as soon as the call has returned, and
 * not before. */
#ifndef SIMT_RACE_H
#define SIMT_RACE_H

#include <stdbool.h>
#include <stdint.h>
#include "counters/access.h"

struct lane;

/* Records the access to memory with this shadow, and reports the races that it is part of. */
void simt_race_access(struct lane *lane, uintptr_t shadow, const void *address, unsigned size,
                      enum simt_access kind, const void *code);

/* The same for a read of a word of global memory that nobody has written in this launch, and
 * that one other block at most has read. Returns false if it is something else; then nothing is
 * recorded. */
bool simt_race_first_read(const struct lane *lane, uintptr_t word, const void *code);

/* Returns the code by which the running lane has read the word, if only reads have come since
 * the last write and the cell still has it; otherwise 0. */
unsigned simt_code_of_read(const struct lane *lane, uintptr_t shadow);

#endif
