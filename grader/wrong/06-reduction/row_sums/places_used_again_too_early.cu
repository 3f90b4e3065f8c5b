// bug: the next row overwrites the row before
// reason: race
// says: missing between them
// only: race
#include "reduction.h"

#define BLOCK_SIZE 512
#define WARPS (BLOCK_SIZE / 32)
#define MOST_BLOCKS 2048

static __device__ int sum_warp(int sum)
{
    for (int stride = 16; stride > 0; stride /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, stride);
    return sum;
}

// The blocks stride over the rows: a warp may be at the next row while thread 0 still adds.
__global__ void row_sums_kernel(const int *in, int *out, int rows, int width)
{
    __shared__ int of_warp[WARPS];
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        int sum = 0;
        for (int col = threadIdx.x; col < width; col += BLOCK_SIZE)
            sum += in[(size_t)row * width + col];
        sum = sum_warp(sum);
        if (threadIdx.x % 32 == 0)
            of_warp[threadIdx.x / 32] = sum;
        __syncthreads();
        if (threadIdx.x > 0)
            continue;
        for (int warp = 1; warp < WARPS; warp++)
            sum += of_warp[warp];
        out[row] = sum;
    }
}

EXPORT void row_sums(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    int blocks = rows < MOST_BLOCKS ? rows : MOST_BLOCKS;
    row_sums_kernel<<<blocks, BLOCK_SIZE>>>(d_in, d_out, rows, width);
    CHECK(cudaGetLastError());
}
