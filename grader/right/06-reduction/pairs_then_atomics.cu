// tasks: row_sums_sequential
// how: neighbours in pairs, then shuffles, and an atomic addition a warp
#include "reduction.h"

#define BLOCK_SIZE 512
#define SECTION (2 * BLOCK_SIZE)

__global__ void sequential_kernel(const int *in, int *out, int width)
{
    __shared__ int partial[SECTION], total;
    int t = threadIdx.x;
    for (int i = t; i < SECTION; i += BLOCK_SIZE)
        partial[i] = i < width ? in[(size_t)blockIdx.x * width + i] : 0;
    if (t == 0)
        total = 0;
    __syncthreads();
    int sum = partial[2 * t] + partial[2 * t + 1];
    for (int stride = 16; stride > 0; stride /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, stride);
    if (t % 32 == 0)
        atomicAdd(&total, sum);
    __syncthreads();
    if (t == 0)
        out[blockIdx.x] = total;
}

EXPORT void row_sums_sequential(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    sequential_kernel<<<rows, BLOCK_SIZE>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
