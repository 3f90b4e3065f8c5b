// bug: b's row and column are exchanged where it is read
// reason: wrong
// pattern: one-by-columns
// says: lie at row * width
#include "matmul_naive.h"

#define BLOCK_WIDTH 32

__global__ void add_kernel(const int *a, const int *b, int *c, int width, int height)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < height && col < width) {
        size_t i = (size_t)row * width + col;
        c[i] = a[i] + b[(size_t)col * height + row];
    }
}

EXPORT void matrix_add(const int *d_a, const int *d_b, int *d_c, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    dim3 grid(blocks_for(width, BLOCK_WIDTH), blocks_for(height, BLOCK_WIDTH));
    add_kernel<<<grid, dim3(BLOCK_WIDTH, BLOCK_WIDTH)>>>(d_a, d_b, d_c, width, height);
    CHECK(cudaGetLastError());
}
