// bug: the sum of floats is an int
// reason: wrong
// pattern: zeros
// says: is it an int
#include "matmul_naive.h"

#define BLOCK_SIZE 256

__global__ void matmul_1d_kernel(const float *a, int lda, const float *b, int ldb, float *c,
                                 int ldc, int n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (size_t)n * n)
        return;
    size_t row = i / n, col = i % n;
    int sum = 0;
    for (int l = 0; l < n; l++)
        sum += a[row * lda + l] * b[(size_t)l * ldb + col];
    c[row * ldc + col] = sum;
}

EXPORT void matmul_1d(const float *d_a, int lda, const float *d_b, int ldb, float *d_c, int ldc,
                      int n)
{
    if (n == 0)
        return;
    matmul_1d_kernel<<<blocks_for((size_t)n * n, BLOCK_SIZE), BLOCK_SIZE>>>(d_a, lda, d_b, ldb,
                                                                            d_c, ldc, n);
    CHECK(cudaGetLastError());
}
