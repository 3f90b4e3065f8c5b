// bug: the text's way to time a program: clock() before the first call of CUDA, and once more
// reason: technique
// says: also counts how long the device takes to be ready
// only: technique
#include "kahan.h"
#include <time.h>
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
                               int ldc, int n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x, row = i / n, col = i % n;
    if (i < (size_t)n * n)
        c[row * ldc + col] = element(a, lda, b, ldb, n, row, col);
}
__global__ void stamp_kernel(long long *at, long long time, int blocks)
{
    int block = blockIdx.x * blockDim.x + threadIdx.x;
    if (block < blocks)
        at[block] = time;
}
EXPORT void matmul_kahan_timed(const float *d_a, int lda, const float *d_b, int ldb, float *d_c,
                               int ldc, int n, long long *d_start, long long *d_stop)
{
    long long start = clock();
    cudaFree(0); // the first call, which gets the device ready
    if (!n)
        return;
    unsigned blocks = blocks_for((size_t)n * n, 256);
    product_kernel<<<blocks, 256>>>(d_a, lda, d_b, ldb, d_c, ldc, n);
    CHECK(cudaDeviceSynchronize());
    stamp_kernel<<<blocks_for(blocks, 256), 256>>>(d_start, start, blocks);
    stamp_kernel<<<blocks_for(blocks, 256), 256>>>(d_stop, clock(), blocks);
    CHECK(cudaGetLastError());
}
