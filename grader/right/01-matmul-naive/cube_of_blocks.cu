// tasks: matrix_add
// how: a grid of three dimensions, as even as can be, whose last blocks have nothing to do
#include "matmul_naive.h"

__global__ void add(const int *a, const int *b, int *c, size_t n)
{
    size_t block = blockIdx.x + gridDim.x * (blockIdx.y + (size_t)gridDim.y * blockIdx.z);
    size_t i = block * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

EXPORT void matrix_add(const int *d_a, const int *d_b, int *d_c, int width, int height)
{
    size_t n = (size_t)width * height, blocks = (n + 191) / 192;
    unsigned side = 1;
    while ((size_t)side * side * side < blocks)
        side++;
    if (n > 0)
        add<<<dim3(side, side, side), 192>>>(d_a, d_b, d_c, n);
    CHECK(cudaGetLastError());
}
