/* The functions of lab 07. Arrays are row-major. d_ marks a device pointer, which host code
 * may hold and pass on but not dereference. Any size from 0 up is legal unless a limit is
 * stated; at size 0 nothing is written and no error is left. Outputs are overwritten, inputs
 * are not changed. An array may begin at any element of a larger one. Scans are inclusive: an
 * element counts in its own sum. Every sum is an int.
 */
#ifndef SCAN_H
#define SCAN_H

#include "kernel.h"

/* d_out[row][col] = the sum of d_in[row][0] to d_in[row][col], rows rows of width elements,
 * width up to 1024. By Kogge and Stone, one thread an element. */
EXPORT void scan_rows_kogge_stone(const int *d_in, int *d_out, int rows, int width);

/* The same by Brent and Kung: 512 threads for 1024 elements, and O(width) additions. */
EXPORT void scan_rows_brent_kung(const int *d_in, int *d_out, int rows, int width);

/* d_out[row][col] = the sum of all d_in[i][j] with i <= row and j <= col, any size. Both
 * directions on the device. */
EXPORT void prefix_sum_2d(const int *d_in, int *d_out, int rows, int width);

/* Stretch: d_out[i] = the sum of d_in[0] to d_in[i], n elements, over many blocks. */
EXPORT void scan_fast(const int *d_in, int *d_out, size_t n);

#endif
