// tasks: row_sums
// how: a 2-D grid, several blocks a row, which add atomically to sums that are cleared
#include "reduction.h"

#define BLOCK_SIZE 128

__global__ void row_sums_kernel(const int *in, int *out, int width)
{
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    int col = blockIdx.y * blockDim.x + threadIdx.x;
    if (col < width)
        atomicAdd(&sum, in[(size_t)blockIdx.x * width + col]);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(&out[blockIdx.x], sum);
}

EXPORT void row_sums(const int *d_in, int *d_out, int rows, int width)
{
    CHECK(cudaMemset(d_out, 0, (size_t)rows * sizeof *d_out));
    if (rows == 0 || width == 0)
        return;
    dim3 grid(rows, blocks_for(width, BLOCK_SIZE)); // rows may be more than 65535
    row_sums_kernel<<<grid, BLOCK_SIZE>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
