/* Whether wrong integers are what a sum of too few bits would hold. */
#ifndef NUMBERS_H
#define NUMBERS_H

#include "case_run.h"

/* How many bits, 32 or 16, a sum on the way has if all elements are off by multiples of its
 * range; 0 if they are not. */
int bits_of_lost_carry(const struct case_array *a, unsigned run);

/* How many bits, 53 of a double or 24 of a float, a sum on the way has if just those elements
 * that need more are off, by their last bits; 0 if it is not so. */
int bits_of_rounding(const struct case_array *a, unsigned run, const bool *is_wrong);

#endif
