// bug: x ^ 2 for the square
// reason: wrong
// pattern: exclusive-or
// says: exclusive or of bits
#include "matmul_naive.h"

#define BLOCK_WIDTH 32

__global__ void square_kernel(const int *in, int *out, int width, int height)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < height && col < width)
        out[(size_t)row * width + col] = in[(size_t)row * width + col] ^ 2;
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    dim3 block(BLOCK_WIDTH, BLOCK_WIDTH);
    dim3 grid(blocks_for(width, BLOCK_WIDTH), blocks_for(height, BLOCK_WIDTH));
    if (width == 0 || height == 0)
        return;
    square_kernel<<<grid, block>>>(d_in, d_out, width, height);
    CHECK(cudaGetLastError());
}
