// bug: a thread a row
// reason: technique
// says: threads of a warp load together
// only: technique
#include "reduction.h"

#define BLOCK_SIZE 256

__global__ void interleaved_kernel(const int *in, int *out, int rows, int width)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    if (row >= rows)
        return;
    for (int col = 0; col < width; col++)
        sum += in[(size_t)row * width + col];
    out[row] = sum;
}

EXPORT void row_sums_interleaved(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    interleaved_kernel<<<blocks_for(rows, BLOCK_SIZE), BLOCK_SIZE>>>(d_in, d_out, rows, width);
    CHECK(cudaGetLastError());
}
