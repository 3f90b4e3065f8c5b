/* Tells sums in double, or in two doubles, from sums in float: arithmetic is not counted, but
 * the digits of the sums tell. */
#ifndef DIGITS_H
#define DIGITS_H

#include "sums.h"

enum { DIGIT_TERMS = 32 };

/* Fills row `row` of those that tell, of DIGIT_TERMS terms. */
void fill_digits(struct case_run *t, float *to, size_t row);

/* Why the sums of all rows of x were not made in float, or NULL. All sums of row i are in row i
 * of `sums`, which has that shape. */
const char *objection_to_double(const struct case_run *t, struct matrix_view x,
                                struct matrix_view sums, struct shape shape);

#endif
