// Lab 02, worked: compensated summation (Kahan 1965) in float.
#include "kahan.h"

#define BLOCK_SIZE 256

// A running sum, and by how much its last rounding made it too large.
struct kahan {
    float sum, excess;
};

// Adds x. The order of the four operations is the algorithm: in real numbers excess would
// always be 0, which is why a compiler that may reorder floats (-ffast-math) deletes it all.
static __device__ struct kahan add(struct kahan total, float x)
{
    float wanted = x - total.excess; // what the sum must grow by to be right again
    float sum = total.sum + wanted;  // rounds: the low bits of `wanted` are lost
    float grown = sum - total.sum;   // what it did grow by; exact for a large sum
    struct kahan next = {sum, grown - wanted};
    return next;
}

// ---- row_sums_kahan -------------------------------------------------------------------------

// Thread t of the grid sums row t. Neighbouring threads read `width` elements apart, which is
// slow; a block a row with a tree would read well, and is what lab 06 is about.
__global__ void row_sums_kernel(const float *x, float *sums, int rows, int width)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) // the grid is a whole number of blocks, the rows need not be
        return;
    struct kahan total = {0, 0};
    for (int col = 0; col < width; col++)
        total = add(total, x[(size_t)row * width + col]);
    sums[row] = total.sum; // the excess left over is below half a unit of its last place
}

EXPORT void row_sums_kahan(const float *d_x, float *d_sums, int rows, int width)
{
    if (rows == 0) // rows of width 0 do get their launch: an empty sum is 0
        return;
    row_sums_kernel<<<blocks_for(rows, BLOCK_SIZE), BLOCK_SIZE>>>(d_x, d_sums, rows, width);
    CHECK(cudaGetLastError());
}

// ---- matmul_kahan ---------------------------------------------------------------------------

// Thread t of the grid computes element t of c, counted row by row: matmul_1d of lab 01, with
// add() in the place of +=.
__global__ void product_kernel(const float *a, int lda, const float *b, int ldb, float *c,
                               int ldc, int n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (size_t)n * n)
        return;
    size_t row = i / n, col = i % n;
    struct kahan total = {0, 0};
    for (int l = 0; l < n; l++)
        total = add(total, a[row * lda + l] * b[(size_t)l * ldb + col]);
    c[row * ldc + col] = total.sum;
}

EXPORT void matmul_kahan(const float *d_a, int lda, const float *d_b, int ldb, float *d_c,
                         int ldc, int n)
{
    if (n == 0)
        return;
    unsigned blocks = blocks_for((size_t)n * n, BLOCK_SIZE);
    product_kernel<<<blocks, BLOCK_SIZE>>>(d_a, lda, d_b, ldb, d_c, ldc, n);
    CHECK(cudaGetLastError());
}

// ---- matmul_kahan_timed ---------------------------------------------------------------------

#define AHEAD 16 // terms whose factors a thread fetches at once

// Adds AHEAD products, the first of *a and *b. All loads are on their way before the first of
// the additions, each of which waits for the one before: so memory is waited for once and not
// AHEAD times. The product of two floats is rounded once before the sum sees it; nvcc fuses it
// with the subtraction in add(), which only makes it more exact.
static __device__ struct kahan add_products(struct kahan total, const float *a, const float *b,
                                            int ldb)
{
    float from_a[AHEAD], from_b[AHEAD];
#pragma unroll
    for (int l = 0; l < AHEAD; l++) {
        from_a[l] = a[l];
        from_b[l] = b[(size_t)l * ldb];
    }
#pragma unroll
    for (int l = 0; l < AHEAD; l++)
        total = add(total, from_a[l] * from_b[l]);
    return total;
}

// Stores element i of c, counted row by row.
static __device__ void multiply_element(const float *a, int lda, const float *b, int ldb,
                                        float *c, int ldc, int n, size_t i)
{
    size_t row = i / n, col = i % n;
    struct kahan total = {0, 0};
    int l = 0;
    for (; n - l >= AHEAD; l += AHEAD)
        total = add_products(total, &a[row * lda + l], &b[(size_t)l * ldb + col], ldb);
    for (; l < n; l++)
        total = add(total, a[row * lda + l] * b[(size_t)l * ldb + col]);
    c[row * ldc + col] = total.sum;
}

// Thread t of the grid computes element t of c, as the handout has it; thread 0 of block i
// stores when the block began and when it ended, in ticks of the clock of the multiprocessor
// that it ran on.
__global__ void matmul_kahan_timed_kernel(const float *a, int lda, const float *b, int ldb,
                                          float *c, int ldc, int n, long long *start,
                                          long long *stop)
{
    if (threadIdx.x == 0)
        start[blockIdx.x] = clock64();
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < (size_t)n * n) // an early return would keep the rest from the barrier below
        multiply_element(a, lda, b, ldb, c, ldc, n, i);
    __syncthreads(); // thread 0 is done; the block is not before all its warps are
    if (threadIdx.x == 0)
        stop[blockIdx.x] = clock64();
}

EXPORT void matmul_kahan_timed(const float *d_a, int lda, const float *d_b, int ldb, float *d_c,
                               int ldc, int n, long long *d_start, long long *d_stop)
{
    if (n == 0)
        return;
    unsigned blocks = blocks_for((size_t)n * n, BLOCK_SIZE);
    matmul_kahan_timed_kernel<<<blocks, BLOCK_SIZE>>>(d_a, lda, d_b, ldb, d_c, ldc, n, d_start,
                                                      d_stop);
    CHECK(cudaGetLastError());
}
