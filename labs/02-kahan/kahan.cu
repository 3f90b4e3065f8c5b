// Lab 02: sums that do not lose their small terms. Fill in the TODOs in order; after each, type
// `make check`. All arithmetic stays in float: the point is to need no double.
#include "kahan.h"

#define BLOCK_SIZE 256 // threads of a 1-D block

// ---- row_sums_kahan: one thread a row -------------------------------------------------------

// Thread t of the grid sums row t.
__global__ void row_sums_kernel(const float *x, float *sums, int rows, int width)
{
    // TODO 1 (11 lines): sum your row with compensation. Beside the sum keep a second float:
    // by how much the last addition's rounding made the sum too large. Take it off the next
    // element before you add that, and work it out anew from the old sum, the new sum and what
    // you added, while you still have all three. It belongs to the whole row, not to one step.
}

EXPORT void row_sums_kahan(const float *d_x, float *d_sums, int rows, int width)
{
    // TODO 2 (4 lines): launch row_sums_kernel on blocks of BLOCK_SIZE threads that cover all
    // rows, and CHECK for a launch error. No rows need no launch; what of rows that are empty?
}

// ---- matmul_kahan: the product of lab 01, compensated ---------------------------------------

EXPORT void matmul_kahan(const float *d_a, int lda, const float *d_b, int ldb, float *d_c,
                         int ldc, int n)
{
    // TODO 3 (17 lines): kernel and launch, as matmul_1d of lab 01: a 1-D grid of BLOCK_SIZE
    // threads a block, one thread an element. The terms are products now; sum them as in
    // TODO 1. Rows begin lda, ldb, ldc elements apart.
}

// ---- matmul_kahan_timed: the same, with the clock of each block -----------------------------

EXPORT void matmul_kahan_timed(const float *d_a, int lda, const float *d_b, int ldb, float *d_c,
                               int ldc, int n, long long *d_start, long long *d_stop)
{
    // TODO 4 (20 lines): the same product from a kernel whose thread 0 of each block stores
    // clock64() on entry and on exit, at its block's index. Share the summing with TODO 3
    // through a __device__ function. When is a block's work done: when thread 0's is?
}
