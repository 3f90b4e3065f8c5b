/* The functions of lab 06. Arrays are row-major. d_ marks a device pointer, which host code
 * may hold and pass on but not dereference. Any size from 0 up is legal unless a limit is
 * stated; where there is no element to write, no error is left. Outputs are overwritten,
 * inputs are not changed. An array may begin at any element of a larger one. The sum of a row
 * is an int; a row of no elements has the sum 0. */
#ifndef REDUCTION_H
#define REDUCTION_H

#include "kernel.h"

/* d_out[row] = the sum of row `row` of d_in, rows rows of width elements, width up to 1024.
 * A block of 512 threads a row, two elements a thread, strides that double. */
EXPORT void row_sums_interleaved(const int *d_in, int *d_out, int rows, int width);

/* The same with strides that halve, so that the threads that add are neighbours. */
EXPORT void row_sums_sequential(const int *d_in, int *d_out, int rows, int width);

/* The same for rows of any width. */
EXPORT void row_sums(const int *d_in, int *d_out, int rows, int width);

/* Stretch: *d_sum = the sum of n elements, over many blocks. The sum has 64 bits; n may exceed
 * 2^31. For n = 0 nothing is written. */
EXPORT void sum_fast(const int *d_in, size_t n, long long *d_sum);

#endif
