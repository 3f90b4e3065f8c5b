// bug: a is read with b's leading dimension, and b with that of a
// reason: wrong
// pattern: padding-added
// also: pitches-exchanged
// says: a leading dimension of its own
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
        float wanted = a[row * lda + l] * b[(size_t)l * ldb + col] - excess;
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
    unsigned blocks = blocks_for((size_t)n * n, 256);
    product_kernel<<<blocks, 256>>>(d_a, ldb, d_b, lda, d_c, ldc, n);
    CHECK(cudaGetLastError());
}
