/* What wrong integers are made of: sums of too few bits, or what the array held before. */
#ifndef WRONG_INTEGERS_H
#define WRONG_INTEGERS_H

#include "case_run.h"

/* Returns how many bits, 32 or 16 or those of a field, an intermediate sum must have, if all
 * elements are off by multiples of its range; 0 if they are not. */
int bits_of_lost_carry(const struct case_array *a, unsigned run);

/* Returns how many bits an intermediate sum must have (53 in a double, 24 in a float), if just
 * those elements that need more are off, in their last bits; 0 if it is not so. */
int bits_of_rounding(const struct case_array *a, unsigned run, const bool *is_wrong);

/* Whether element i is the right value plus what the array held before, or plus some bytes of
 * that. */
bool has_old_bytes(const struct case_array *a, unsigned run, size_t i);

#endif
