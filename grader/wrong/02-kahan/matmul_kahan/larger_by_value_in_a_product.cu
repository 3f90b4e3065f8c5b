// bug: Neumaier's sum without magnitudes
// reason: wrong
// also: larger-by-value
// says: compare fabsf() of both
#include "kahan.h"

__global__ void product_kernel(const float *a, int lda, const float *b, int ldb, float *c,
                               int ldc, int n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (size_t)n * n)
        return;
    size_t row = i / n, col = i % n;
    float sum = 0, lost = 0;
    for (int l = 0; l < n; l++) {
        float term = __fmul_rn(a[row * lda + l], b[(size_t)l * ldb + col]), next = sum + term;
        if (sum >= term)
            lost += (sum - next) + term;
        else
            lost += (term - next) + sum;
        sum = next;
    }
    c[row * ldc + col] = sum + lost;
}

EXPORT void matmul_kahan(const float *d_a, int lda, const float *d_b, int ldb, float *d_c,
                         int ldc, int n)
{
    if (n == 0)
        return;
    product_kernel<<<blocks_for((size_t)n * n, 256), 256>>>(d_a, lda, d_b, ldb, d_c, ldc, n);
    CHECK(cudaGetLastError());
}
