// bug: a sum goes on to lda, over the padding and beyond
// reason: wrong
// pattern: padding-added
// says: has a sum lda or ldb terms in place of n
#include "kahan.h"

__global__ void mk(const float *a, int lda, const float *b, int ldb, float *c, int ldc, int n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (size_t)n * n)
        return;
    size_t row = i / n, col = i - row * n;
    float s = 0, e = 0;
    for (int l = 0; l < lda; l++) {
        float y = a[row * lda + l] * b[(size_t)l * ldb + col] - e, t = s + y;
        e = (t - s) - y;
        s = t;
    }
    c[row * ldc + col] = s;
}

EXPORT void matmul_kahan(const float *d_a, int lda, const float *d_b, int ldb, float *d_c,
                         int ldc, int n)
{
    if (n == 0)
        return;
    mk<<<blocks_for((size_t)n * n, 256), 256>>>(d_a, lda, d_b, ldb, d_c, ldc, n);
    CHECK(cudaGetLastError());
}
