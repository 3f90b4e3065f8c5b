// tasks: matmul_1d
// how: the grid of the text, n times the blocks of a row: many of them do nothing
// night: twelve seconds of a core; column_by_column.cu takes one
#include "matmul_naive.h"

__global__ void product_kernel(const float *a, int lda, const float *b, int ldb, float *c,
                               int ldc, int n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t row = i / n, col = i % n;
    if (row >= (size_t)n)
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
    int blocks = (n + 255) / 256;
    product_kernel<<<blocks * n, 256>>>(d_a, lda, d_b, ldb, d_c, ldc, n);
    CHECK(cudaGetLastError());
}
