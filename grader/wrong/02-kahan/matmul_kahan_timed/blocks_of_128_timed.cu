// bug: blocks of 128 threads, of which there are twice as many as the contract has entries for
// reason: out-of-bounds
// says: Or are there too many blocks
#include "kahan.h"

__global__ void product_kernel(const float *a, int lda, const float *b, int ldb, float *c,
                               int ldc, int n, long long *start, long long *stop)
{
    if (threadIdx.x == 0)
        start[blockIdx.x] = clock64();
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0, excess = 0;
    for (int l = 0; l < n && i < (size_t)n * n; l++) {
        float wanted = a[i / n * lda + l] * b[(size_t)l * ldb + i % n] - excess;
        float next = sum + wanted;
        excess = (next - sum) - wanted;
        sum = next;
    }
    if (i < (size_t)n * n)
        c[i / n * ldc + i % n] = sum;
    __syncthreads();
    if (threadIdx.x == 0)
        stop[blockIdx.x] = clock64();
}

EXPORT void matmul_kahan_timed(const float *d_a, int lda, const float *d_b, int ldb, float *d_c,
                               int ldc, int n, long long *d_start, long long *d_stop)
{
    if (n == 0)
        return;
    unsigned blocks = blocks_for((size_t)n * n, 128);
    product_kernel<<<blocks, 128>>>(d_a, lda, d_b, ldb, d_c, ldc, n, d_start, d_stop);
    CHECK(cudaGetLastError());
}
