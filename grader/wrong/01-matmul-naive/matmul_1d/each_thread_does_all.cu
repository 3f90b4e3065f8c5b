// bug: each thread computes the whole product and stores its own element
// reason: technique
// says: each thread does what is the work of all
// only: technique
#include "matmul_naive.h"

#define BLOCK_SIZE 256

__global__ void product_kernel(const float *a, int lda, const float *b, int ldb, float *c,
                               int ldc, int n)
{
    int own = blockIdx.x * blockDim.x + threadIdx.x;
    for (int row = 0; row < n; row++)
        for (int col = 0; col < n; col++) {
            float sum = 0;
            for (int l = 0; l < n; l++)
                sum += a[(size_t)row * lda + l] * b[(size_t)l * ldb + col];
            if (own == row * n + col)
                c[(size_t)row * ldc + col] = sum;
        }
}

EXPORT void matmul_1d(const float *d_a, int lda, const float *d_b, int ldb, float *d_c, int ldc,
                      int n)
{
    if (n == 0)
        return;
    product_kernel<<<blocks_for((size_t)n * n, BLOCK_SIZE), BLOCK_SIZE>>>(d_a, lda, d_b, ldb,
                                                                          d_c, ldc, n);
    CHECK(cudaGetLastError());
}
