// bug: each row is squared by a launch of its own, one after the other
// reason: technique
// says: 37 launches for 37 rows of 1025 columns
// only: technique
#include "matmul_naive.h"

#define BLOCK_WIDTH 32

__global__ void square_kernel(const int *in, int *out, int width)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col < width && threadIdx.y == 0)
        out[col] = in[col] * in[col];
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    dim3 block(BLOCK_WIDTH, BLOCK_WIDTH), grid(blocks_for(width, BLOCK_WIDTH));
    for (int row = 0; width > 0 && row < height; row++) {
        size_t first = (size_t)row * width;
        square_kernel<<<grid, block>>>(d_in + first, d_out + first, width);
        CHECK(cudaGetLastError());
    }
}
