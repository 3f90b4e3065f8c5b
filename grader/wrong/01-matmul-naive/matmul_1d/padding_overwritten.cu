// bug: a thread for each place of the padding too
// reason: padding
// says: is not yours
#include "matmul_naive.h"

__global__ void product_kernel(const float *a, int lda, const float *b, int ldb, float *c,
                               int ldc, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n * ldc)
        return;
    int row = i / ldc, col = i % ldc;
    float sum = 0;
    for (int l = 0; l < n && col < n; l++)
        sum += a[row * lda + l] * b[l * ldb + col];
    c[i] = sum;
}

EXPORT void matmul_1d(const float *d_a, int lda, const float *d_b, int ldb, float *d_c, int ldc,
                      int n)
{
    if (n == 0)
        return;
    unsigned blocks = blocks_for((size_t)n * ldc, 256);
    product_kernel<<<blocks, 256>>>(d_a, lda, d_b, ldb, d_c, ldc, n);
    CHECK(cudaGetLastError());
}
