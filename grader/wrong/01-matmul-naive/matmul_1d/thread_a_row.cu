// bug: a thread computes a whole row of the product
// reason: technique
// says: threads do the work for 11449 elements
// only: technique
#include "matmul_naive.h"

__global__ void k(const float *a, int lda, const float *b, int ldb, float *c, int ldc, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    for (int col = 0; col < n; col++) {
        float s = 0;
        for (int l = 0; l < n; l++)
            s += a[row * lda + l] * b[l * ldb + col];
        c[row * ldc + col] = s;
    }
}
EXPORT void matmul_1d(const float *d_a, int lda, const float *d_b, int ldb, float *d_c, int ldc,
                      int n)
{
    if (n)
        k<<<blocks_for(n, 32), 32>>>(d_a, lda, d_b, ldb, d_c, ldc, n);
}
