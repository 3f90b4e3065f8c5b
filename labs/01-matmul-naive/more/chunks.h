/* The function of lab 01, more. The arrays are the host's, in memory that is not pinned. Any
 * size from 0 up is legal; where c has no element, nothing is done and no error is left.
 * Outputs are overwritten, inputs are not changed. All that a call allocates and creates is
 * given back.
 */
#ifndef CHUNKS_H
#define CHUNKS_H

#include "kernel.h"

/* c (m x n) = a (m x k) b (k x n), row-major, without padding; where k is 0 every element of c
 * is 0. The rows of a go to the device in chunks of `chunk_rows` rows, 1 or more (the last one
 * may be smaller), and those of c come back in such chunks, through pinned memory, while the
 * device multiplies other chunks. No copy has more than chunk_rows * max(n, k) floats, or those
 * of b. */
EXPORT void matmul_chunked(const float *a, const float *b, float *c, int m, int n, int k,
                           int chunk_rows);

#endif
