// tasks: row_sums
// how: a tree of shuffles in each warp, another over the warps' sums; a row of 96 threads
#include "reduction.h"

#define BLOCK_SIZE 96
#define WARP 32

static __device__ int sum_warp(int sum)
{
    for (int stride = WARP / 2; stride > 0; stride /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, stride);
    return sum;
}

__global__ void row_sums_kernel(const int *in, int *out, int width)
{
    __shared__ int of_warp[BLOCK_SIZE / WARP];
    const int *row = in + (size_t)blockIdx.x * width;
    int sum = 0;
    for (int col = threadIdx.x; col < width; col += BLOCK_SIZE)
        sum += row[col];
    sum = sum_warp(sum);
    if (threadIdx.x % WARP == 0)
        of_warp[threadIdx.x / WARP] = sum;
    __syncthreads();
    if (threadIdx.x < WARP) {
        sum = sum_warp(threadIdx.x < BLOCK_SIZE / WARP ? of_warp[threadIdx.x] : 0);
        if (threadIdx.x == 0)
            out[blockIdx.x] = sum;
    }
}

EXPORT void row_sums(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    row_sums_kernel<<<rows, BLOCK_SIZE>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
