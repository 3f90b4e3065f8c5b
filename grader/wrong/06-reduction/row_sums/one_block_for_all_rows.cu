// bug: one block for all rows, a warp a row
// reason: technique
// says: one block reads 23100 of 23100 elements
// only: technique
#include "reduction.h"

#define WARPS 8

__global__ void sum_kernel(const int *in, int *out, int rows, int width)
{
    int lane = threadIdx.x % 32;
    for (int row = threadIdx.x / 32; row < rows; row += WARPS) {
        int sum = 0;
        for (int col = lane; col < width; col += 32)
            sum += in[(size_t)row * width + col];
        for (int stride = 16; stride > 0; stride /= 2)
            sum += __shfl_down_sync(0xffffffff, sum, stride);
        if (lane == 0)
            out[row] = sum;
    }
}

EXPORT void row_sums(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    sum_kernel<<<1, 32 * WARPS>>>(d_in, d_out, rows, width);
    CHECK(cudaGetLastError());
}
