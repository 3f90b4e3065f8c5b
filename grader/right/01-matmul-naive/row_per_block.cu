// tasks: square_elements matrix_add
// how: a block a row, x and y the other way round, other block shapes
#include "matmul_naive.h"

// Block r squares row r, however wide.
__global__ void square_kernel(const int *in, int *out, int width)
{
    const int *from = in + (size_t)blockIdx.x * width;
    int *to = out + (size_t)blockIdx.x * width;
    for (int col = threadIdx.x; col < width; col += blockDim.x)
        to[col] = from[col] * from[col];
}

// x runs down a column: slower, and right.
__global__ void add_kernel(const int *a, const int *b, int *c, int width, int height)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= height || col >= width)
        return;
    size_t i = (size_t)row * width + col;
    c[i] = a[i] + b[i];
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    square_kernel<<<height, 1024>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}

EXPORT void matrix_add(const int *d_a, const int *d_b, int *d_c, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    dim3 grid(blocks_for(height, 8), blocks_for(width, 24)), block(8, 24);
    add_kernel<<<grid, block>>>(d_a, d_b, d_c, width, height);
    CHECK(cudaGetLastError());
}
