/* The functions of lab 01. Arrays are row-major. d_ marks a device pointer, which host code
 * may hold and pass on but not dereference; an array may begin at any element, as a part of a
 * larger one does, so its address need be no multiple of more than that element's size. Any
 * size from 0 up is legal; at size 0 nothing is written and no error is left. Outputs are
 * overwritten, inputs are not changed. */
#ifndef MATMUL_NAIVE_H
#define MATMUL_NAIVE_H

#include "kernel.h"

/* d_out[row][col] = d_in[row][col] squared, height rows of width elements. */
EXPORT void square_elements(const int *d_in, int *d_out, int width, int height);

/* d_c = d_a + d_b, element by element, height rows of width elements. */
EXPORT void matrix_add(const int *d_a, const int *d_b, int *d_c, int width, int height);

/* d_c = d_a d_b, all n x n. Row r of a begins at element r * lda, and so with ldb and ldc;
 * leading dimensions are n or more, and what lies between a row's end and the next row's
 * start is not touched. One thread an element, a 1-D grid. */
EXPORT void matmul_1d(const float *d_a, int lda, const float *d_b, int ldb, float *d_c, int ldc,
                      int n);

/* d_c (m x n) = d_a (m x k) d_b (k x n). One thread an element, a 2-D grid. */
EXPORT void matmul_2d(const float *d_a, const float *d_b, float *d_c, int m, int n, int k);

/* As matmul_1d, for arrays in host memory: brings them to the device and the result back,
 * which is there when the function returns. */
EXPORT void matmul_host(const float *a, int lda, const float *b, int ldb, float *c, int ldc,
                        int n);

#endif
