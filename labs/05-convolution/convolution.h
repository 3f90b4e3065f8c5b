/* The functions of lab 05. Arrays are row-major. d_ marks a device pointer, which host code
 * may hold and pass on but not dereference; an array may begin at any element, as a part of a
 * larger one does, so its address need be no multiple of more than that element's size. Any
 * size from 0 up is legal unless a limit is stated; at size 0 nothing is written and no error
 * is left. Outputs are overwritten, inputs are not changed.
 *
 * A mask has an odd width and lies with its middle on the element that is computed; its radius
 * is mask_width / 2. It is applied as it stands, not flipped. Elements that it covers outside
 * of the input, the ghosts, count as 0. */
#ifndef CONVOLUTION_H
#define CONVOLUTION_H

#include "kernel.h"

#define MAX_MASK_WIDTH 15
#define MAX_TILED_MASK_WIDTH 9

/* d_out[i] = sum over j < mask_width of d_mask[j] d_in[i - radius + j], for n elements. Masks
 * up to MAX_MASK_WIDTH; inputs are such that no sum leaves the range of an int. */
EXPORT void convolve_1d(const int *d_in, const int *d_mask, int *d_out, int n, int mask_width);

/* d_out[row][col] = sum over i, j < mask_width of d_mask[i][j] times
 * d_in[row - radius + i][col - radius + j], for height rows of width elements. The mask's rows
 * are mask_width elements apart. Masks up to MAX_MASK_WIDTH; at most 500 000 rows and
 * 2 000 000 000 columns. */
EXPORT void convolve_2d(const float *d_in, const float *d_mask, float *d_out, int mask_width,
                        int width, int height);

/* As convolve_2d, for masks up to MAX_TILED_MASK_WIDTH: a block loads the part of the input
 * that it needs into shared memory first. */
EXPORT void convolve_2d_tiled(const float *d_in, const float *d_mask, float *d_out,
                              int mask_width, int width, int height);

/* As convolve_2d, as fast as you can. */
EXPORT void convolve_2d_fast(const float *d_in, const float *d_mask, float *d_out,
                             int mask_width, int width, int height);

#endif
