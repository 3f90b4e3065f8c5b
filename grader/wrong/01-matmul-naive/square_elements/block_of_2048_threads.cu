// bug: 2048 threads a block
// reason: cuda-error
// says: a block has at most 1024 threads
#include "matmul_naive.h"

__global__ void square_kernel(const int *in, int *out, int width, int height)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < height && col < width)
        out[row * width + col] = in[row * width + col] * in[row * width + col];
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    dim3 grid(blocks_for(width, 64), blocks_for(height, 32)), block(64, 32);
    square_kernel<<<grid, block>>>(d_in, d_out, width, height);
}
