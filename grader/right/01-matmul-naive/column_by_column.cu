// tasks: matmul_1d
// how: elements counted column by column: slower, and right. Terms from last to first
#include "matmul_naive.h"

__global__ void product_kernel(const float *a, int lda, const float *b, int ldb, float *c,
                               int ldc, int n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (size_t)n * n)
        return;
    int row = (int)(i % n), col = (int)(i / n);
    float sum = 0;
    for (int l = n - 1; l >= 0; l--)
        sum += a[(size_t)row * lda + l] * b[(size_t)l * ldb + col];
    c[(size_t)row * ldc + col] = sum;
}

EXPORT void matmul_1d(const float *d_a, int lda, const float *d_b, int ldb, float *d_c, int ldc,
                      int n)
{
    if (n > 0)
        product_kernel<<<blocks_for((size_t)n * n, 1024), 1024>>>(d_a, lda, d_b, ldb, d_c, ldc,
                                                                  n);
    CHECK(cudaGetLastError());
}
