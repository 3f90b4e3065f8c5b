// bug: half a warp shuffles with all
// reason: cuda-error
// says: mask
#include "reduction.h"

#define BLOCK_SIZE 512
#define SECTION (2 * BLOCK_SIZE)

__global__ void row_sums_kernel(const int *in, int *out, int width)
{
    __shared__ int partial[SECTION];
    int t = threadIdx.x;
    int sum = 0;
    for (int col = t; col < width; col += BLOCK_SIZE)
        sum += in[(size_t)blockIdx.x * width + col];
    partial[t] = sum;
    for (int stride = BLOCK_SIZE / 2; stride > 16; stride /= 2) {
        __syncthreads();
        if (t < stride)
            partial[t] += partial[t + stride];
    }
    __syncwarp();
    if (t < 16) {
        sum = partial[t] + partial[t + 16];
        for (int stride = 8; stride > 0; stride /= 2)
            sum += __shfl_down_sync(0xffffffff, sum, stride);
        if (t == 0)
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
