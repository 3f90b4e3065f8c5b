/* The functions of lab 07, more. d_ marks a device pointer, which host code may hold and pass
 * on but not dereference. An array has any number of elements from 0 up, and may begin at any
 * element of a larger one. Outputs are overwritten, inputs are not changed. Every sum is an
 * int.
 */
#ifndef COMPACTION_H
#define COMPACTION_H

#include "kernel.h"

/* d_out[i] = the sum of d_in[0] to d_in[i - 1], so that d_out[0] is 0, n elements, over many
 * blocks. */
EXPORT void scan_exclusive(const int *d_in, int *d_out, size_t n);

/* Brings the elements of d_in that are greater than 0 to the start of d_out, in their order;
 * the other elements of d_out are 0. *d_count = how many they are, also where n is 0. */
EXPORT void compact(const int *d_in, int *d_out, size_t n, int *d_count);

#endif
