// tasks: square_elements matrix_add
// how: few blocks, whose threads stride over the elements
// night: its few threads take seven seconds of a core; int_index.cu and launches_by_macros.cu
// take one
#include "matmul_naive.h"

#define BLOCKS 5
#define BLOCK_SIZE 96

__global__ void square_kernel(const int *in, int *out, size_t n)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        out[i] = in[i] * in[i];
}

__global__ void add_kernel(const int *a, const int *b, int *c, size_t n)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        c[i] = a[i] + b[i];
}

// Also over 0 elements: the grid is never empty.
EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    square_kernel<<<BLOCKS, BLOCK_SIZE>>>(d_in, d_out, (size_t)width * height);
    CHECK(cudaGetLastError());
}

EXPORT void matrix_add(const int *d_a, const int *d_b, int *d_c, int width, int height)
{
    add_kernel<<<BLOCKS, BLOCK_SIZE>>>(d_a, d_b, d_c, (size_t)width * height);
    CHECK(cudaGetLastError());
}
