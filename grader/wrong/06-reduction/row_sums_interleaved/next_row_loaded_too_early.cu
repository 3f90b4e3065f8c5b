// bug: a block, one of 128, loads its next row while thread 0 still reads the sum
// reason: race
// says: race
#include "reduction.h"

#define BLOCK_SIZE 512
#define MOST_BLOCKS 128

__global__ void interleaved_kernel(const int *in, int *out, int rows, int width)
{
    __shared__ int partial[2 * BLOCK_SIZE];
    int t = threadIdx.x;
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        for (int col = 2 * t; col < 2 * t + 2; col++)
            partial[(col + 1) % (2 * BLOCK_SIZE)] =
                col < width ? in[(size_t)row * width + col] : 0;
        for (int stride = 1; stride <= BLOCK_SIZE; stride *= 2) {
            __syncthreads();
            if (t % stride == 0)
                partial[2 * t] += partial[2 * t + stride];
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
