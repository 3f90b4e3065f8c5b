// bug: the launch names a in the place of b
// reason: wrong
// pattern: factor-twice
// says: is one of the two copied, or passed on, in the place of the other, too?
#include "kahan.h"

__global__ void mk(const float *a, int lda, const float *b, int ldb, float *c, int ldc, int n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (size_t)n * n)
        return;
    size_t row = i / n, col = i - row * n;
    float s = 0, e = 0;
    for (int l = 0; l < n; l++) {
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
    mk<<<blocks_for((size_t)n * n, 256), 256>>>(d_a, lda, d_a, lda, d_c, ldc, n);
    CHECK(cudaGetLastError());
}
