// bug: x * x * x
// reason: wrong
// pattern: cubed
// says: multiplied by itself twice
#include "matmul_naive.h"

#define BLOCK_WIDTH 32

__global__ void cube_kernel(const int *in, int *out, int width, int height)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < height && col < width) {
        size_t i = (size_t)row * width + col;
        out[i] = in[i] * in[i] * in[i];
    }
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    dim3 grid(blocks_for(width, BLOCK_WIDTH), blocks_for(height, BLOCK_WIDTH));
    cube_kernel<<<grid, dim3(BLOCK_WIDTH, BLOCK_WIDTH)>>>(d_in, d_out, width, height);
    CHECK(cudaGetLastError());
}
