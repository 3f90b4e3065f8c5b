// bug: the steps of four terms are counted in a byte, which counts no further than 255
// reason: wrong
// says: is a number of steps kept in a char
#include "matmul_naive.h"

__global__ void product_kernel(const float *a, int lda, const float *b, int ldb, float *c,
                               int ldc, int n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (size_t)n * n)
        return;
    size_t row = i / n, col = i % n;
    unsigned char quads = n / 4;
    float sum = 0;
    for (int q = 0; q < quads; q++)
        for (size_t l = 4 * q; l < 4 * q + 4; l++)
            sum += a[row * lda + l] * b[l * ldb + col];
    for (size_t l = n / 4 * 4; l < n; l++)
        sum += a[row * lda + l] * b[l * ldb + col];
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
