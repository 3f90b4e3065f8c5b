// tasks: matrix_add
// how: an index of 32 bits, for fewer than 2^32 elements
#include "matmul_naive.h"

__global__ void add_kernel(const int *a, const int *b, int *c, unsigned width, unsigned height)
{
    unsigned col = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned row = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned i = row * width + col;
    if (row < height && col < width)
        c[i] = a[i] + b[i];
}

EXPORT void matrix_add(const int *d_a, const int *d_b, int *d_c, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    dim3 block(32, 32), grid(blocks_for(width, 32), blocks_for(height, 32));
    add_kernel<<<grid, block>>>(d_a, d_b, d_c, width, height);
    CHECK(cudaGetLastError());
}
