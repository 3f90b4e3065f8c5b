// bug: the grid has as many blocks in y as there are rows, each of 32 x 32 threads
// reason: cuda-error
// says: asks for 70000 blocks in y
// says: a grid counts blocks: the elements, divided
#include "matmul_naive.h"

__global__ void add_kernel(const int *a, const int *b, int *c, int width, int height)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < height && col < width) {
        size_t i = (size_t)row * width + col;
        c[i] = a[i] + b[i];
    }
}

EXPORT void matrix_add(const int *d_a, const int *d_b, int *d_c, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    dim3 block(32, 32), grid(blocks_for(width, 32), height);
    add_kernel<<<grid, block>>>(d_a, d_b, d_c, width, height);
    CHECK(cudaGetLastError());
}
