/* The functions of lab 06, more. d_ marks a device pointer, which host code may hold and pass
 * on but not dereference. An array has any number of elements from 0 up, and may begin at any
 * element of a larger one. All elements are finite. Outputs are overwritten, inputs are not
 * changed.
 */
#ifndef COMBINING_H
#define COMBINING_H

#include "kernel.h"

/* *d_dot = the sum of d_a[i] * d_b[i] over n elements, over many blocks; 0 where n is 0. */
EXPORT void dot_product(const float *d_a, const float *d_b, size_t n, float *d_dot);

/* *d_index = the index of the largest of n elements, over many blocks; of several that are
 * equally large the lowest index, and -1 where n is 0. n is at most 2^31 - 1. */
EXPORT void argmax(const float *d_in, size_t n, int *d_index);

/* Of each row: d_out[i] = exp(d_in[i]) / the sum of exp(d_in[k]) over the row, however large
 * the elements are. `rows` rows of `width` elements. */
EXPORT void softmax_rows(const float *d_in, float *d_out, int rows, int width);

#endif
