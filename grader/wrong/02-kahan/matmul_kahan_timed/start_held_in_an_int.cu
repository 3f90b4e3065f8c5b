// bug: the start time is kept in an int until it is stored
// reason: property
// says: which 32 bits hold, and stops at
#include "kahan.h"

__device__ float element(const float *a, int lda, const float *b, int ldb, int n, size_t row,
                         size_t col)
{
    float sum = 0, excess = 0;
    for (int l = 0; l < n; l++) {
        float term = a[row * lda + l] * b[(size_t)l * ldb + col] - excess, next = sum + term;
        excess = (next - sum) - term;
        sum = next;
    }
    return sum;
}
__global__ void product_kernel(const float *a, int lda, const float *b, int ldb, float *c,
                               int ldc, int n, long long *start, long long *stop)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x, row = i / n, col = i % n;
    int begun = (int)clock64();
    if (i < (size_t)n * n)
        c[row * ldc + col] = element(a, lda, b, ldb, n, row, col);
    __syncthreads();
    if (threadIdx.x == 0) {
        start[blockIdx.x] = begun;
        stop[blockIdx.x] = clock64();
    }
}
EXPORT void matmul_kahan_timed(const float *d_a, int lda, const float *d_b, int ldb, float *d_c,
                               int ldc, int n, long long *d_start, long long *d_stop)
{
    if (!n)
        return;
    product_kernel<<<blocks_for((size_t)n * n, 256), 256>>>(d_a, lda, d_b, ldb, d_c, ldc, n,
                                                            d_start, d_stop);
    CHECK(cudaGetLastError());
}
