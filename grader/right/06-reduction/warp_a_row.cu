// tasks: row_sums_sequential row_sums
// how: blocks of 32 x 8 threads, a warp a row, no more than 65535 blocks, and no shared memory
#include "reduction.h"

__global__ void row_sums_kernel(const int *in, int *out, int rows, int width)
{
    size_t row = (size_t)blockIdx.x * blockDim.y + threadIdx.y;
    for (; row < (size_t)rows; row += (size_t)gridDim.x * blockDim.y) {
        int sum = 0;
        for (int col = threadIdx.x; col < width; col += 32)
            sum += in[row * width + col];
        for (int stride = 16; stride > 0; stride /= 2)
            sum += __shfl_xor_sync(0xffffffff, sum, stride);
        if (threadIdx.x == 0)
            out[row] = sum;
    }
}

EXPORT void row_sums(const int *d_in, int *d_out, int rows, int width)
{
    unsigned blocks = blocks_for(rows, 8), grid = blocks < 65535 ? blocks : 65535;
    if (rows == 0)
        return;
    row_sums_kernel<<<grid, dim3(32, 8)>>>(d_in, d_out, rows, width);
    CHECK(cudaGetLastError());
}

EXPORT void row_sums_sequential(const int *d_in, int *d_out, int rows, int width)
{
    row_sums(d_in, d_out, rows, width);
}
