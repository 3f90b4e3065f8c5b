/* The functions of lab 03. Arrays are row-major. d_ marks a device pointer, which host code
 * may hold and pass on but not dereference; an array may begin at any element, as a part of a
 * larger one does, so its address need be no multiple of more than that element's size. Any
 * size from 0 up is legal unless a limit is stated; where there is no element to write, no
 * error is left. Outputs are overwritten, inputs are not changed. */
#ifndef TILED_H
#define TILED_H

#include "kernel.h"

/* d_c = d_a d_b, all n x n. n is a multiple of 16, so tiles of 16 x 16 need no guard. */
EXPORT void matmul_tiled_square(const float *d_a, const float *d_b, float *d_c, int n);

/* d_c (m x n) = d_a (m x k) d_b (k x n), any shape; where k is 0 every element of d_c is 0. */
EXPORT void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int m, int n, int k);

/* As matmul_tiled, as fast as you can: float arithmetic, no tensor cores. */
EXPORT void matmul_fast(const float *d_a, const float *d_b, float *d_c, int m, int n, int k);

#endif
