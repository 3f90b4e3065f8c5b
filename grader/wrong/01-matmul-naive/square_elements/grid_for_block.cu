// bug: a block begins at blockIdx.x * gridDim.x
// reason: wrong
// pattern: grid-for-block
// says: gridDim counts the blocks
#include "matmul_naive.h"

#define BLOCK_WIDTH 32
#define BLOCK_HEIGHT 8

__global__ void square_kernel(const int *in, int *out, int width, int height)
{
    int col = blockIdx.x * gridDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < height && col < width) {
        size_t i = (size_t)row * width + col;
        out[i] = in[i] * in[i];
    }
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    dim3 grid(blocks_for(width, BLOCK_WIDTH), blocks_for(height, BLOCK_HEIGHT));
    square_kernel<<<grid, dim3(BLOCK_WIDTH, BLOCK_HEIGHT)>>>(d_in, d_out, width, height);
    CHECK(cudaGetLastError());
}
