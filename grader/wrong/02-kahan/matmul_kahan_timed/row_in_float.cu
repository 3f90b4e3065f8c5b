// bug: the row is computed in float: (n * n - 1) / n is n from n = 4097 on
// reason: wrong
// pattern: not-a-number
// says: a float counts no further than 16777216
#include "kahan.h"

__device__ float kahan_product(const float *a, const float *b, int ldb, int n)
{
    float sum = 0, lost = 0;
    for (int k = 0; k < n; k++) {
        float y = a[k] * b[(size_t)k * ldb] - lost;
        float t = sum + y;
        lost = (t - sum) - y;
        sum = t;
    }
    return sum;
}
__global__ void timed_kernel(const float *a, int lda, const float *b, int ldb, float *c,
                             int ldc, int n, long long *start, long long *stop)
{
    if (threadIdx.x == 0)
        start[blockIdx.x] = clock64();
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < (size_t)n * n) {
        size_t row = floorf((float)i / n), col = i - row * n;
        c[row * ldc + col] = kahan_product(a + row * lda, b + col, ldb, n);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        stop[blockIdx.x] = clock64();
}
EXPORT void matmul_kahan_timed(const float *d_a, int lda, const float *d_b, int ldb, float *d_c,
                               int ldc, int n, long long *d_start, long long *d_stop)
{
    if (n == 0)
        return;
    timed_kernel<<<blocks_for((size_t)n * n, 256), 256>>>(d_a, lda, d_b, ldb, d_c, ldc, n,
                                                          d_start, d_stop);
    CHECK(cudaGetLastError());
}
