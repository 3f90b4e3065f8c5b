// bug: blocks of four rows, and a grid that ends at 65535 of them, where more would be refused
// reason: wrong
// says: 65535
#include "matmul_naive.h"

#define MOST_BLOCKS 65535

__global__ void add_kernel(const int *a, const int *b, int *c, int width, int height)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * 4 + threadIdx.y;
    if (row >= height || col >= width)
        return;
    size_t i = (size_t)row * width + col;
    c[i] = a[i] + b[i];
}

EXPORT void matrix_add(const int *d_a, const int *d_b, int *d_c, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    unsigned high = blocks_for(height, 4);
    dim3 block(64, 4), grid(blocks_for(width, 64), high < MOST_BLOCKS ? high : MOST_BLOCKS);
    add_kernel<<<grid, block>>>(d_a, d_b, d_c, width, height);
    CHECK(cudaGetLastError());
}
