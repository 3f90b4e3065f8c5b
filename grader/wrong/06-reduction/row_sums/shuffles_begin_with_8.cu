// bug: the sum by shuffles begins with lanes 8 apart, and those from 16 on are left out
// reason: wrong
// pattern: some_lanes
// says: of each warp only the first lanes' elements count
#include "reduction.h"

#define ROWS_A_BLOCK 6

__global__ void warps_kernel(const int *in, int *out, int rows, int width)
{
    int row = blockIdx.x * ROWS_A_BLOCK + threadIdx.x / 32, lane = threadIdx.x % 32, sum = 0;
    if (row >= rows)
        return;
    for (int col = lane; col < width; col += 32)
        sum += in[(size_t)row * width + col];
    for (int stride = 8; stride > 0; stride /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, stride);
    if (lane == 0)
        out[row] = sum;
}

EXPORT void row_sums(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    warps_kernel<<<blocks_for(rows, ROWS_A_BLOCK), 32 * ROWS_A_BLOCK>>>(d_in, d_out, rows,
                                                                        width);
    CHECK(cudaGetLastError());
}
