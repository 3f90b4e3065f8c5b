// bug: each block has its own stop, and the earliest start of all, which is another's clock
// reason: property
// says: compares clocks of different multiprocessors
#include "kahan.h"

__global__ void product_kernel(const float *a, int lda, const float *b, int ldb, float *c,
                               int ldc, int n, long long *start, long long *stop)
{
    if (threadIdx.x == 0)
        start[blockIdx.x] = clock64();
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < (size_t)n * n) {
        size_t row = i / n, col = i % n;
        float sum = 0, excess = 0;
        for (int l = 0; l < n; l++) {
            float wanted = a[row * lda + l] * b[(size_t)l * ldb + col] - excess;
            float next = sum + wanted;
            excess = (next - sum) - wanted;
            sum = next;
        }
        c[row * ldc + col] = sum;
    }
    __syncthreads();
    if (threadIdx.x == 0)
        stop[blockIdx.x] = clock64();
}

__global__ void earliest_kernel(long long *start, unsigned blocks)
{
    long long earliest = start[0];
    for (unsigned block = 1; block < blocks; block++)
        earliest = start[block] < earliest ? start[block] : earliest;
    for (unsigned block = 0; block < blocks; block++)
        start[block] = earliest;
}

EXPORT void matmul_kahan_timed(const float *d_a, int lda, const float *d_b, int ldb, float *d_c,
                               int ldc, int n, long long *d_start, long long *d_stop)
{
    unsigned blocks = blocks_for((size_t)n * n, 256);
    if (n == 0)
        return;
    product_kernel<<<blocks, 256>>>(d_a, lda, d_b, ldb, d_c, ldc, n, d_start, d_stop);
    CHECK(cudaGetLastError());
    earliest_kernel<<<1, 1>>>(d_start, blocks);
    CHECK(cudaGetLastError());
}
