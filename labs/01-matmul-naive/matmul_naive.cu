// Lab 01: the first kernels. Fill in the TODOs in order; after each, type `make check`.
#include "matmul_naive.h"

#define BLOCK_WIDTH 32 // threads of a 2-D block in x and in y
#define BLOCK_SIZE 256 // threads of a 1-D block

// ---- square_elements: one thread an element, a 2-D grid of 2-D blocks ------------------

// Thread (x, y) of the grid squares the element in column x of row y.
__global__ void square_kernel(const int *in, int *out, int width, int height)
{
    // TODO 1 (4 lines): find your row and column from the block's and the thread's indices,
    // and square that element. Blocks at the right and lower edge reach past the matrix:
    // threads out there must do nothing.
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    // TODO 2 (5 lines): launch square_kernel on enough BLOCK_WIDTH x BLOCK_WIDTH blocks to
    // cover all columns and rows; blocks_for() rounds up. Which dimension of the grid runs
    // along a row? A launch returns nothing: CHECK what cudaGetLastError() says of it. A grid
    // of 0 blocks is an error, so an empty matrix needs no launch.
}

// ---- matrix_add: the same map with two inputs ------------------------------------------

EXPORT void matrix_add(const int *d_a, const int *d_b, int *d_c, int width, int height)
{
    // TODO 3 (14 lines): write a kernel of your own above this function and launch it.
}

// ---- matmul_1d: one thread an element of the product, a 1-D grid -----------------------

// Thread t computes element t of c, counted row by row.
__global__ void matmul_1d_kernel(const float *a, int lda, const float *b, int ldb, float *c,
                                 int ldc, int n)
{
    // TODO 4 (8 lines): split the thread's index into row and column, and store the product of
    // that row of a and that column of b. Rows begin lda, ldb, ldc elements apart, not n. Can
    // the index exceed n * n? And what is the largest n whose square still is an int?
}

EXPORT void matmul_1d(const float *d_a, int lda, const float *d_b, int ldb, float *d_c, int ldc,
                      int n)
{
    // TODO 4, continued (4 lines): launch it on blocks of BLOCK_SIZE threads.
}

// ---- matmul_2d: rectangular matrices, a 2-D grid ---------------------------------------

EXPORT void matmul_2d(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    // TODO 5 (16 lines): kernel and launch. c has m rows and n columns; k is what a's rows and
    // b's columns have in common. It may be 0: what is the product then?
}

// ---- matmul_host: the whole way, from host memory and back -----------------------------

EXPORT void matmul_host(const float *a, int lda, const float *b, int ldb, float *c, int ldc,
                        int n)
{
    // TODO 6 (15 lines): allocate device memory for three n x n matrices, copy a and b in with
    // cudaMemcpy2D (it wants pitches and widths in bytes), call matmul_1d, copy c back, free
    // everything. CHECK every call.
}
