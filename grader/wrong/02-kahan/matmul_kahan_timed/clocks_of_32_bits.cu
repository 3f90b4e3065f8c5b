// bug: ticks of 64 bits are kept in an int
// reason: property
// says: far below its start: is it a difference
// says: which 32 bits hold
#include "kahan.h"

__global__ void k(const float *a, int lda, const float *b, int ldb, float *c, int ldc, int n,
                  long long *start, long long *stop)
{
    int t0 = clock64();
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < (size_t)n * n) {
        size_t row = i / n, col = i % n;
        float s = 0, e = 0;
        for (int l = 0; l < n; l++) {
            float y = a[row * lda + l] * b[(size_t)l * ldb + col] - e, t = s + y;
            e = (t - s) - y;
            s = t;
        }
        c[row * ldc + col] = s;
    }
    __syncthreads();
    int t1 = clock64();
    if (threadIdx.x == 0) {
        start[blockIdx.x] = t0;
        stop[blockIdx.x] = t1;
    }
}
EXPORT void matmul_kahan_timed(const float *d_a, int lda, const float *d_b, int ldb, float *d_c,
                               int ldc, int n, long long *d_start, long long *d_stop)
{
    if (n)
        k<<<blocks_for((size_t)n * n, 256), 256>>>(d_a, lda, d_b, ldb, d_c, ldc, n, d_start,
                                                   d_stop);
}
