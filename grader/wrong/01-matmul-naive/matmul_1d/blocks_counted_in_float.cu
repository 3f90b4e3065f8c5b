// bug: the number of blocks is computed in float, which counts to 2^24
// reason: wrong
// says: a float counts no further than 16777216
#include "matmul_naive.h"

#define BLOCK_SIZE 256

__global__ void product_kernel(const float *a, int lda, const float *b, int ldb, float *c,
                               int ldc, int n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x, row = i / n, col = i % n;
    if (i >= (size_t)n * n)
        return;
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
    unsigned blocks = (unsigned)ceilf((float)n * n / BLOCK_SIZE);
    product_kernel<<<blocks, BLOCK_SIZE>>>(d_a, lda, d_b, ldb, d_c, ldc, n);
    CHECK(cudaGetLastError());
}
