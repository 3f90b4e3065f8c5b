// bug: the row is the index times 1.0 / n: for some n, as 107, n times that is less than 1
// reason: padding
// says: For some n, n times 1 / n is rounded
#include "kahan.h"

#define BLOCK_SIZE 256

__global__ void product_kernel(const float *a, int lda, const float *b, int ldb, float *c,
                               int ldc, int n, double reciprocal)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (size_t)n * n)
        return;
    size_t row = (size_t)(i * reciprocal), col = i - row * n;
    float sum = 0, excess = 0;
    for (int l = 0; l < n; l++) {
        float term = a[row * lda + l] * b[(size_t)l * ldb + col] - excess, next = sum + term;
        excess = (next - sum) - term;
        sum = next;
    }
    c[row * ldc + col] = sum;
}

EXPORT void matmul_kahan(const float *d_a, int lda, const float *d_b, int ldb, float *d_c,
                         int ldc, int n)
{
    if (n == 0)
        return;
    product_kernel<<<blocks_for((size_t)n * n, BLOCK_SIZE), BLOCK_SIZE>>>(d_a, lda, d_b, ldb,
                                                                          d_c, ldc, n, 1.0 / n);
    CHECK(cudaGetLastError());
}
