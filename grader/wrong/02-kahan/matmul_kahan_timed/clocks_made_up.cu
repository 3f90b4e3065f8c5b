// bug: the clocks are read, and numbers of the kernel's own are stored
// reason: property
// says: store what clock64() gives
#include "kahan.h"

__device__ float element(const float *a, int lda, const float *b, int ldb, int n, size_t row,
                         size_t col)
{
    float sum = 0, excess = 0;
    for (int l = 0; l < n; l++) {
        float wanted = a[row * lda + l] * b[(size_t)l * ldb + col] - excess;
        float next = sum + wanted;
        excess = (next - sum) - wanted;
        sum = next;
    }
    return sum;
}

__global__ void product_kernel(const float *a, int lda, const float *b, int ldb, float *c,
                               int ldc, int n, long long *start, long long *stop)
{
    long long ticks = clock64();
    if (threadIdx.x == 0) {
        start[blockIdx.x] = 1000 + blockIdx.x;
        stop[blockIdx.x] = 1000000 + blockIdx.x;
    }
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < (size_t)n * n)
        c[i / n * ldc + i % n] = element(a, lda, b, ldb, n, i / n, i % n);
    __syncthreads();
    if (threadIdx.x == 0 && clock64() < ticks)
        stop[blockIdx.x]++;
}

EXPORT void matmul_kahan_timed(const float *d_a, int lda, const float *d_b, int ldb, float *d_c,
                               int ldc, int n, long long *d_start, long long *d_stop)
{
    if (n == 0)
        return;
    unsigned blocks = blocks_for((size_t)n * n, 256);
    product_kernel<<<blocks, 256>>>(d_a, lda, d_b, ldb, d_c, ldc, n, d_start, d_stop);
    CHECK(cudaGetLastError());
}
