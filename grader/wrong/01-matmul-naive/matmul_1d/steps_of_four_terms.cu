// bug: four terms a step, and what remains of n belongs to no step
// reason: wrong
// pattern: rest-left-out
// pattern: one-term-less
// says: steps of several terms
#include "matmul_naive.h"

__global__ void product_kernel(const float *a, int lda, const float *b, int ldb, float *c,
                               int ldc, int n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t row = i / n, col = i % n;
    if (row >= n)
        return;
    float sum = 0;
    for (int l = 0; l + 3 < n; l += 4)
        for (int next = l; next < l + 4; next++)
            sum += a[row * lda + next] * b[(size_t)next * ldb + col];
    c[row * ldc + col] = sum;
}

EXPORT void matmul_1d(const float *d_a, int lda, const float *d_b, int ldb, float *d_c, int ldc,
                      int n)
{
    if (n == 0)
        return;
    product_kernel<<<blocks_for((size_t)n * n, 256), 256>>>(d_a, lda, d_b, ldb, d_c, ldc, n);
    CHECK(cudaGetLastError());
}
