// Lab 01, worked: the first kernels, in the form that the handout teaches.
#include "matmul_naive.h"

#define BLOCK_WIDTH 32 // 32 x 32 = 1024 threads, the most a block may have; a row is a warp
#define BLOCK_SIZE 256 // whole warps, and small enough for several blocks a multiprocessor

// Blocks of BLOCK_WIDTH x BLOCK_WIDTH threads that cover height rows of width columns. x runs
// along a row: a warp is 32 consecutive x, so its 32 threads touch 32 neighbouring words.
static dim3 grid_over(int width, int height)
{
    return dim3(blocks_for(width, BLOCK_WIDTH), blocks_for(height, BLOCK_WIDTH));
}

// A grid may not have 0 blocks, so an empty matrix is not a launch but a return.
static bool is_empty(int width, int height)
{
    return width == 0 || height == 0;
}

// ---- square_elements -------------------------------------------------------------------

// Thread (x, y) of the grid squares the element in column x of row y.
__global__ void square_kernel(const int *in, int *out, int width, int height)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    // The grid is a whole number of blocks, the matrix need not be.
    if (row < height && col < width) {
        size_t i = (size_t)row * width + col;
        out[i] = in[i] * in[i];
    }
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    if (is_empty(width, height))
        return;
    dim3 block(BLOCK_WIDTH, BLOCK_WIDTH);
    square_kernel<<<grid_over(width, height), block>>>(d_in, d_out, width, height);
    CHECK(cudaGetLastError()); // a launch returns nothing: its errors must be asked for
}

// ---- matrix_add ------------------------------------------------------------------------

// Thread (x, y) of the grid adds the two elements in column x of row y.
__global__ void add_kernel(const int *a, const int *b, int *c, int width, int height)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < height && col < width) {
        size_t i = (size_t)row * width + col;
        c[i] = a[i] + b[i];
    }
}

EXPORT void matrix_add(const int *d_a, const int *d_b, int *d_c, int width, int height)
{
    if (is_empty(width, height))
        return;
    dim3 block(BLOCK_WIDTH, BLOCK_WIDTH);
    add_kernel<<<grid_over(width, height), block>>>(d_a, d_b, d_c, width, height);
    CHECK(cudaGetLastError());
}

// ---- matmul_1d -------------------------------------------------------------------------

// Thread t of the grid computes element t of c, counted row by row. Neighbouring threads share
// a row of a (one word for the whole warp: a broadcast) and have neighbouring columns of b (32
// neighbouring words: coalesced).
__global__ void matmul_1d_kernel(const float *a, int lda, const float *b, int ldb, float *c,
                                 int ldc, int n)
{
    // 64 bits from the first product on: n * n leaves the range of an int at n = 46341.
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (size_t)n * n)
        return;
    size_t row = i / n, col = i % n;
    float sum = 0;
    for (int l = 0; l < n; l++)
        sum += a[row * lda + l] * b[(size_t)l * ldb + col];
    c[row * ldc + col] = sum;
}

EXPORT void matmul_1d(const float *d_a, int lda, const float *d_b, int ldb, float *d_c, int ldc,
                      int n)
{
    if (n == 0)
        return;
    unsigned blocks = blocks_for((size_t)n * n, BLOCK_SIZE);
    matmul_1d_kernel<<<blocks, BLOCK_SIZE>>>(d_a, lda, d_b, ldb, d_c, ldc, n);
    CHECK(cudaGetLastError());
}

// ---- matmul_2d -------------------------------------------------------------------------

// Thread (x, y) of the grid computes the element in column x of row y.
__global__ void matmul_2d_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n)
        return;
    float sum = 0; // and so 0 where k is 0: an empty sum
    for (int l = 0; l < k; l++)
        sum += a[(size_t)row * k + l] * b[(size_t)l * n + col];
    c[(size_t)row * n + col] = sum;
}

EXPORT void matmul_2d(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (is_empty(n, m))
        return;
    dim3 block(BLOCK_WIDTH, BLOCK_WIDTH);
    matmul_2d_kernel<<<grid_over(n, m), block>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}

// ---- matmul_host -----------------------------------------------------------------------

// An n x n matrix in device memory, its rows packed: the padding of the host's rows is not
// worth a device's memory.
static float *new_device_matrix(int n)
{
    float *d_matrix;
    CHECK(cudaMalloc(&d_matrix, (size_t)n * n * sizeof(float)));
    return d_matrix;
}

EXPORT void matmul_host(const float *a, int lda, const float *b, int ldb, float *c, int ldc,
                        int n)
{
    if (n == 0)
        return;
    size_t row = n * sizeof(float); // the width of every copy, and the device's pitch
    float *d_a = new_device_matrix(n), *d_b = new_device_matrix(n), *d_c = new_device_matrix(n);
    CHECK(cudaMemcpy2D(d_a, row, a, lda * sizeof(float), row, n, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy2D(d_b, row, b, ldb * sizeof(float), row, n, cudaMemcpyHostToDevice));
    matmul_1d(d_a, n, d_b, n, d_c, n, n);
    // Waits for the kernel: a copy on the default stream comes after it.
    CHECK(cudaMemcpy2D(c, ldc * sizeof(float), d_c, row, row, n, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
    CHECK(cudaFree(d_c));
}
