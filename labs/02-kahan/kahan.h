/* The functions of lab 02. Arrays are row-major. d_ marks a device pointer, which host code
 * may hold and pass on but not dereference; an array may begin at any element, as a part of a
 * larger one does, so its address need be no multiple of more than that element's size. Any
 * size from 0 up is legal; at size 0 nothing is written and no error is left. Outputs are
 * overwritten, inputs are not changed. */
#ifndef KAHAN_H
#define KAHAN_H

#include "kernel.h"

/* d_sums[row] = the sum of row `row` of d_x, rows rows of width elements, compensated: off by
 * no more than 2 roundings of the sum of the magnitudes. A row of no elements has the sum 0.
 * One thread a row. */
EXPORT void row_sums_kahan(const float *d_x, float *d_sums, int rows, int width);

/* d_c = d_a d_b, all n x n, each element summed with compensation. Row r of a begins at
 * element r * lda, and so with ldb and ldc; leading dimensions are n or more, and what lies
 * between a row's end and the next row's start is not touched. Random factors in [0,1) give a
 * relative error of at most 1.2e-7. One thread an element on a 1-D grid will do. */
EXPORT void matmul_kahan(const float *d_a, int lda, const float *d_b, int ldb, float *d_c,
                         int ldc, int n);

/* As matmul_kahan, on blocks of 256 threads. Thread 0 of block i stores clock64() in
 * d_start[i] when it enters the kernel and in d_stop[i] before it leaves it, its element
 * stored: each array has one entry for each of the blocks that n * n elements take. */
EXPORT void matmul_kahan_timed(const float *d_a, int lda, const float *d_b, int ldb, float *d_c,
                               int ldc, int n, long long *d_start, long long *d_stop);

/* Stretch: *d_sum = the sum of n elements, over many blocks. Within 2 units in the last place
 * of the exact sum as long as the sum of the magnitudes is at most 1e5 times as large as the
 * magnitude of the sum, and n at most 2^26. */
EXPORT void sum_compensated(const float *d_x, size_t n, float *d_sum);

#endif
