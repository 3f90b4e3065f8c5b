// bug: the kernel gets the height for its width
// reason: wrong
// pattern: tail-unwritten
// says: or are width and height exchanged where the kernel is launched?
#include "matmul_naive.h"

__global__ void add_kernel(const int *a, const int *b, int *c, int width, int height)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < height && col < width)
        c[(size_t)row * width + col] =
            a[(size_t)row * width + col] + b[(size_t)row * width + col];
}

EXPORT void matrix_add(const int *d_a, const int *d_b, int *d_c, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    dim3 block(32, 32);
    dim3 grid(blocks_for(width, 32), blocks_for(height, 32));
    add_kernel<<<grid, block>>>(d_a, d_b, d_c, height, width);
    CHECK(cudaGetLastError());
}
