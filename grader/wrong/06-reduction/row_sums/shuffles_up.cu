// bug: shuffles go up, and lane 0, which has no lane below it, adds its own sum in each step
// reason: wrong
// pattern: wrong_lanes
// says: shuffles take from wrong lanes
#include "reduction.h"

#define BLOCK_SIZE 256
#define WARP 32

static __device__ int warp_sum(int sum)
{
    for (int stride = WARP / 2; stride > 0; stride /= 2)
        sum += __shfl_up_sync(0xffffffff, sum, stride);
    return sum;
}

__global__ void row_sums_kernel(const int *in, int *out, int width)
{
    __shared__ int sums[BLOCK_SIZE / WARP];
    int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP, sum = 0;
    for (int col = threadIdx.x; col < width; col += BLOCK_SIZE)
        sum += in[(size_t)blockIdx.x * width + col];
    sum = warp_sum(sum);
    if (lane == 0)
        sums[warp] = sum;
    __syncthreads();
    sum = warp == 0 ? warp_sum(lane < BLOCK_SIZE / WARP ? sums[lane] : 0) : 0;
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

EXPORT void row_sums(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    row_sums_kernel<<<rows, BLOCK_SIZE>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
