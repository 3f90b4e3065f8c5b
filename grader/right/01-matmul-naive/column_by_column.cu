// tasks: matmul_1d
// how: elements counted column by column: slower, and right. Terms from last to first
#include "matmul_naive.h"

__global__ void product_kernel(const float *a, int lda, const float *b, int ldb, float *c,
                               int ldc, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n * n)
        return;
    int row = i % n, col = i / n;
    float sum = 0;
    for (int l = n - 1; l >= 0; l--)
        sum += a[row * lda + l] * b[l * ldb + col];
    c[row * ldc + col] = sum;
}

EXPORT void matmul_1d(const float *d_a, int lda, const float *d_b, int ldb, float *d_c, int ldc,
                      int n)
{
    if (n > 0)
        product_kernel<<<blocks_for((size_t)n * n, 1024), 1024>>>(d_a, lda, d_b, ldb, d_c, ldc,
                                                                  n);
    CHECK(cudaGetLastError());
}
