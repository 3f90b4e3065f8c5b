/* The functions of lab 03, more. d_ marks a device pointer, which host code may hold and pass
 * on but not dereference. A matrix is row-major, has up to a million rows and columns, and no
 * more than 2^31 elements; it may begin at any element of a larger array. Where there is no
 * element, nothing is written and no error is left. Outputs are overwritten, inputs are not
 * changed.
 */
#ifndef TRANSPOSITION_H
#define TRANSPOSITION_H

#include "kernel.h"

/* d_out[col][row] = d_in[row][col]: d_in has `rows` rows of `cols` elements, d_out has `cols`
 * rows of `rows` elements. */
EXPORT void transpose_naive(const float *d_in, float *d_out, int rows, int cols);

/* The same. Warps read and write neighbours, and hardly a lane waits for a bank. */
EXPORT void transpose_tiled(const float *d_in, float *d_out, int rows, int cols);

#endif
