// bug: INT_MAX, which a term may be, marks what is missing and counts as 0
// reason: wrong
// says: c[0][0] is 0, want 2147483647
#include "matmul_naive.h"

#define MISSING 2147483647

__device__ int term(int of)
{
    return of == MISSING ? 0 : of;
}

__global__ void add_kernel(const int *a, const int *b, int *c, int width, int height)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y,
        col = blockIdx.x * blockDim.x + threadIdx.x;
    size_t i = (size_t)row * width + col;
    if (row < height && col < width)
        c[i] = term(a[i]) + term(b[i]);
}

EXPORT void matrix_add(const int *d_a, const int *d_b, int *d_c, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    dim3 block(32, 32), grid(blocks_for(width, 32), blocks_for(height, 32));
    add_kernel<<<grid, block>>>(d_a, d_b, d_c, width, height);
    CHECK(cudaGetLastError());
}
