// tasks: matmul_1d
// how: the row is first guessed by the reciprocal of n in float, and then put right in integers
#include "matmul_naive.h"

#define BLOCK_SIZE 256

__device__ size_t row_of(size_t i, size_t n, float reciprocal)
{
    size_t row = (size_t)(i * reciprocal);
    while (row * n > i)
        row--;
    while ((row + 1) * n <= i)
        row++;
    return row;
}

__global__ void product_kernel(const float *a, int lda, const float *b, int ldb, float *c,
                               int ldc, int n, float reciprocal)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (size_t)n * n)
        return;
    size_t row = row_of(i, n, reciprocal), col = i - row * n;
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
    product_kernel<<<blocks_for((size_t)n * n, BLOCK_SIZE), BLOCK_SIZE>>>(
        d_a, lda, d_b, ldb, d_c, ldc, n, 1.0f / n);
    CHECK(cudaGetLastError());
}
