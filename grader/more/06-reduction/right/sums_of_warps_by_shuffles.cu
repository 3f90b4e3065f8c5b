// tasks: dot_product
// how: no shared memory: each warp adds up by shuffles, and adds its sum to the result
#include "combining.h"

#define BLOCK_SIZE 128
#define MOST_BLOCKS 300
#define ALL 0xffffffffu

__global__ void dot_kernel(const float *a, const float *b, size_t n, float *dot)
{
    float even = 0, odd = 0; // two sums, so that one addition need not wait for the other
    size_t all = (size_t)gridDim.x * BLOCK_SIZE;
    for (size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x; i < n; i += 2 * all) {
        even = fmaf(a[i], b[i], even);
        if (i + all < n)
            odd = fmaf(a[i + all], b[i + all], odd);
    }
    even += odd;
    for (int stride = 16; stride > 0; stride /= 2)
        even += __shfl_down_sync(ALL, even, stride);
    if (threadIdx.x % 32 == 0)
        atomicAdd(dot, even);
}

EXPORT void dot_product(const float *d_a, const float *d_b, size_t n, float *d_dot)
{
    unsigned blocks = blocks_for(n, 4 * BLOCK_SIZE);
    CHECK(cudaMemsetAsync(d_dot, 0, sizeof *d_dot));
    if (blocks > 0)
        dot_kernel<<<min(blocks, MOST_BLOCKS), BLOCK_SIZE>>>(d_a, d_b, n, d_dot);
    CHECK(cudaGetLastError());
}
