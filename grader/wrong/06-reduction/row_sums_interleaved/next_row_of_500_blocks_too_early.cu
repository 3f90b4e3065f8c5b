// bug: a block, one of 500, stores its next row's sums while thread 0 still reads the last one
// reason: race
// says: goes on to further rows or tiles
// only: race
#include "reduction.h"

#define BLOCK_SIZE 512
#define MOST_BLOCKS 500

__global__ void interleaved_kernel(const int *in, int *out, int rows, int width)
{
    __shared__ int partial[BLOCK_SIZE];
    int t = threadIdx.x;
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        const int *own = in + (size_t)row * width;
        partial[t] =
            (2 * t < width ? own[2 * t] : 0) + (2 * t + 1 < width ? own[2 * t + 1] : 0);
        for (int stride = 1; stride < BLOCK_SIZE; stride *= 2) {
            __syncthreads();
            if (2 * stride * t < BLOCK_SIZE)
                partial[2 * stride * t] += partial[2 * stride * t + stride];
        }
        if (t == 0)
            out[row] = partial[0];
    }
}

EXPORT void row_sums_interleaved(const int *d_in, int *d_out, int rows, int width)
{
    int blocks = rows < MOST_BLOCKS ? rows : MOST_BLOCKS;
    if (rows == 0)
        return;
    interleaved_kernel<<<blocks, BLOCK_SIZE>>>(d_in, d_out, rows, width);
    CHECK(cudaGetLastError());
}
