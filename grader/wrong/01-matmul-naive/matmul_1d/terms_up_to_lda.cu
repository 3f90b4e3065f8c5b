// bug: a sum goes on to lda, over the padding and beyond
// reason: wrong
// pattern: padding-added
// says: has a sum lda or ldb terms in place of n
#include "matmul_naive.h"

__global__ void mm(const float *a, int lda, const float *b, int ldb, float *c, int ldc, int n)
{
    size_t idx = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (idx >= (size_t)n * n)
        return;
    int row = idx / n, col = idx % n;
    float s = 0;
    for (int k = 0; k < lda; ++k)
        s += a[(size_t)row * lda + k] * b[(size_t)k * ldb + col];
    c[(size_t)row * ldc + col] = s;
}

EXPORT void matmul_1d(const float *d_a, int lda, const float *d_b, int ldb, float *d_c, int ldc,
                      int n)
{
    if (n == 0)
        return;
    mm<<<blocks_for((size_t)n * n, 256), 256>>>(d_a, lda, d_b, ldb, d_c, ldc, n);
    CHECK(cudaGetLastError());
}
