// bug: the row is computed in float: (n * n - 1) / n is n from n = 4097 on
// reason: wrong
// pattern: not-a-number
// says: a float counts no further than 16777216
#include "kahan.h"

#define BLOCK_SIZE 256

__global__ void product_kernel(const float *a, int lda, const float *b, int ldb, float *c,
                               int ldc, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n * n)
        return;
    size_t row = floorf((float)i / n), col = i - row * n;
    float sum = 0, lost = 0;
    for (int l = 0; l < n; l++) {
        float term = a[row * lda + l] * b[(size_t)l * ldb + col] - lost, next = sum + term;
        lost = (next - sum) - term;
        sum = next;
    }
    c[row * ldc + col] = sum;
}

EXPORT void matmul_kahan(const float *d_a, int lda, const float *d_b, int ldb, float *d_c,
                         int ldc, int n)
{
    if (n == 0)
        return;
    unsigned blocks = blocks_for((size_t)n * n, BLOCK_SIZE);
    product_kernel<<<blocks, BLOCK_SIZE>>>(d_a, lda, d_b, ldb, d_c, ldc, n);
    CHECK(cudaGetLastError());
}
