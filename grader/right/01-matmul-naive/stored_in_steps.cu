// tasks: square_elements matrix_add
// how: elements stored twice; four at once, whatever the rows, where addresses let them
#include "matmul_naive.h"

__global__ void square_kernel(const int *in, int *out, int width, int height)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= height || col >= width)
        return;
    size_t i = (size_t)row * width + col;
    out[i] = in[i];
    out[i] *= out[i];
}

// Thread t adds elements 4 t to 4 t + 3, as far as there are any. They are one int4 only where
// all three arrays begin at a multiple of its size.
__global__ void add_kernel(const int *a, const int *b, int *c, size_t n, bool aligned)
{
    size_t i = 4 * ((size_t)blockIdx.x * blockDim.x + threadIdx.x);
    if (aligned && i + 4 <= n) {
        int4 x = *(const int4 *)(a + i), y = *(const int4 *)(b + i);
        *(int4 *)(c + i) = make_int4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
        return;
    }
    for (size_t end = i + 4; i < n && i < end; i++)
        c[i] = a[i] + b[i];
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    dim3 grid(blocks_for(width, 32), blocks_for(height, 32)), block(32, 32);
    square_kernel<<<grid, block>>>(d_in, d_out, width, height);
    CHECK(cudaGetLastError());
}

EXPORT void matrix_add(const int *d_a, const int *d_b, int *d_c, int width, int height)
{
    size_t n = (size_t)width * height;
    if (n == 0)
        return;
    bool aligned = ((size_t)d_a | (size_t)d_b | (size_t)d_c) % sizeof(int4) == 0;
    add_kernel<<<blocks_for(n, 4 * 128), 128>>>(d_a, d_b, d_c, n, aligned);
    CHECK(cudaGetLastError());
}
