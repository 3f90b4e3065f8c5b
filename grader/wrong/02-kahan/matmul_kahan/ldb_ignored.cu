// bug: rows of b are taken to begin n apart
// reason: wrong
// pattern: padding-added
// says: are rows taken to be n apart
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
        float wanted = a[row * lda + l] * b[(size_t)l * n + col] - excess;
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
    product_kernel<<<blocks, 256>>>(d_a, lda, d_b, ldb, d_c, ldc, n);
    CHECK(cudaGetLastError());
}
