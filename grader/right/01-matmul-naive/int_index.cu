// tasks: square_elements
// how: as textbooks have it: row * width + col is an int, for fewer than 2^31 elements
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
    dim3 block(32, 32), grid(blocks_for(width, 32), blocks_for(height, 32));
    square_kernel<<<grid, block>>>(d_in, d_out, width, height);
    CHECK(cudaGetLastError());
}
