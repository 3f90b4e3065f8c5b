// tasks: row_sums_interleaved
// how: strides that double, in a warp by shuffles, then among places that no two lanes wait for
#include "reduction.h"

#define BLOCK_SIZE 512
#define AT(i) ((i) + (i) / 32)

__global__ void interleaved_kernel(const int *in, int *out, int width)
{
    __shared__ int partial[AT(2 * BLOCK_SIZE)];
    int t = threadIdx.x, warp = t / 32;
    for (int col = t; col < 2 * BLOCK_SIZE; col += BLOCK_SIZE)
        partial[AT(col)] = col < width ? in[(size_t)blockIdx.x * width + col] : 0;
    __syncthreads();
    int sum = partial[AT(2 * t)] + partial[AT(2 * t + 1)];
    for (int stride = 1; stride < 32; stride *= 2)
        sum += __shfl_down_sync(0xffffffff, sum, stride);
    __syncthreads();
    if (t % 32 == 0)
        partial[AT(warp)] = sum;
    for (int stride = 1; stride < BLOCK_SIZE / 32; stride *= 2) {
        __syncthreads();
        if (2 * t * stride < BLOCK_SIZE / 32)
            partial[AT(2 * t * stride)] += partial[AT(2 * t * stride + stride)];
    }
    if (t == 0)
        out[blockIdx.x] = partial[0];
}

EXPORT void row_sums_interleaved(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    interleaved_kernel<<<rows, BLOCK_SIZE>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
