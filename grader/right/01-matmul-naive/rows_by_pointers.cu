// tasks: square_elements matrix_add
// how: all indices are ints, and each counts along one row, whose beginning is a pointer; a
// block goes on to further rows
#include "matmul_naive.h"

#define MOST_BLOCKS_OF_Y 4096

__global__ void square_kernel(const int *in, int *out, int width, int height)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    for (int row = blockIdx.y; row < height && col < width; row += gridDim.y) {
        const int *from = in + (long long)row * width;
        int *to = out + (long long)row * width;
        to[col] = from[col] * from[col];
    }
}

__global__ void add_kernel(const int *a, const int *b, int *c, int width, int height)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    size_t skipped = (size_t)blockIdx.y * width, step = (size_t)gridDim.y * width;
    a += skipped, b += skipped, c += skipped;
    for (int row = blockIdx.y; row < height && col < width; row += gridDim.y) {
        c[col] = a[col] + b[col];
        a += step, b += step, c += step;
    }
}

static dim3 grid_of(int width, int height)
{
    return dim3(blocks_for(width, 64), height < MOST_BLOCKS_OF_Y ? height : MOST_BLOCKS_OF_Y);
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    square_kernel<<<grid_of(width, height), 64>>>(d_in, d_out, width, height);
    CHECK(cudaGetLastError());
}

EXPORT void matrix_add(const int *d_a, const int *d_b, int *d_c, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    add_kernel<<<grid_of(width, height), 64>>>(d_a, d_b, d_c, width, height);
    CHECK(cudaGetLastError());
}
