// bug: the row is a short, which counts no further than 32767
// reason: cuda-error
// says: a short counts no further than 32767
#include "matmul_naive.h"

__global__ void product_kernel(const float *a, int lda, const float *b, int ldb, float *c,
                               int ldc, int n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (size_t)n * n)
        return;
    short row = i / n;
    size_t col = i % n;
    float sum = 0;
    for (size_t l = 0; l < n; l++)
        sum += a[(size_t)row * lda + l] * b[l * ldb + col];
    c[(size_t)row * ldc + col] = sum;
}

EXPORT void matmul_1d(const float *d_a, int lda, const float *d_b, int ldb, float *d_c, int ldc,
                      int n)
{
    if (n == 0)
        return;
    product_kernel<<<blocks_for((size_t)n * n, 256), 256>>>(d_a, lda, d_b, ldb, d_c, ldc, n);
    CHECK(cudaGetLastError());
}
