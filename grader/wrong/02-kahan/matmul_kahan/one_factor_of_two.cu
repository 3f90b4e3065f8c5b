// bug: each term is the factor of b alone
// reason: wrong
// pattern: one-factor
// says: only one of the two factors is in each term
#include "kahan.h"

__global__ void product_kernel(const float *a, int lda, const float *b, int ldb, float *c,
                               int ldc, int n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (size_t)n * n)
        return;
    size_t row = i / n, col = i % n;
    float sum = 0, excess = 0;
    for (int l = 0; l < n; l++) {
        float wanted = b[(size_t)l * ldb + col] - excess;
        float next = sum + wanted;
        excess = (next - sum) - wanted;
        sum = next;
    }
    c[row * ldc + col] = sum;
}

EXPORT void matmul_kahan(const float *d_a, int lda, const float *d_b, int ldb, float *d_c,
                         int ldc, int n)
{
    if (n == 0)
        return;
    product_kernel<<<blocks_for((size_t)n * n, 256), 256>>>(d_a, lda, d_b, ldb, d_c, ldc, n);
    CHECK(cudaGetLastError());
}
