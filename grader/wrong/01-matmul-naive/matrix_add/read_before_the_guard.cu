// bug: both elements are read before it is asked whether they are there
// reason: out-of-bounds
// says: does the line need a guard, or is its index wrong?
// only: out-of-bounds
#include "matmul_naive.h"

__global__ void add_kernel(const int *a, const int *b, int *c, int width, int height)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int i = row * width + col;
    int sum = a[i] + b[i];
    if (row < height && col < width)
        c[i] = sum;
}

EXPORT void matrix_add(const int *d_a, const int *d_b, int *d_c, int width, int height)
{
    dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);
    if (grid.x == 0 || grid.y == 0)
        return;
    add_kernel<<<grid, block>>>(d_a, d_b, d_c, width, height);
    CHECK(cudaGetLastError());
}
