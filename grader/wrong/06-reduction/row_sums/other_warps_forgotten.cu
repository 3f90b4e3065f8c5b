// bug: the first warp's sum for the block's
// reason: wrong
// pattern: first_warp
// says: the block's first warp
#include "reduction.h"

#define BLOCK_SIZE 256

__global__ void row_sums_kernel(const int *in, int *out, int width)
{
    int sum = 0;
    for (int col = threadIdx.x; col < width; col += BLOCK_SIZE)
        sum += in[(size_t)blockIdx.x * width + col];
    for (int stride = 16; stride > 0; stride /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, stride);
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
