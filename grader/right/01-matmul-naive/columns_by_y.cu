// tasks: square_elements matmul_2d
// how: blocks of 16 x 4; the grid's x goes down the rows and its y along them, so that it is
// refused where there are more columns than 65535 such blocks have
#include "matmul_naive.h"

#define WIDE 16
#define HIGH 4

__global__ void square_kernel(const int *in, int *out, int width, int height)
{
    int col = blockIdx.y * WIDE + threadIdx.x, row = blockIdx.x * HIGH + threadIdx.y;
    if (row >= height || col >= width)
        return;
    size_t i = (size_t)row * width + col;
    out[i] = in[i] * in[i];
}

EXPORT void square_elements(const int *d_in, int *d_out, int width, int height)
{
    if (width == 0 || height == 0)
        return;
    dim3 block(WIDE, HIGH), grid(blocks_for(height, HIGH), blocks_for(width, WIDE));
    square_kernel<<<grid, block>>>(d_in, d_out, width, height);
    CHECK(cudaGetLastError());
}

__global__ void product_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    int col = blockIdx.y * WIDE + threadIdx.x, row = blockIdx.x * HIGH + threadIdx.y;
    if (row >= m || col >= n)
        return;
    float sum = 0;
    for (int l = 0; l < k; l++)
        sum += a[(size_t)row * k + l] * b[(size_t)l * n + col];
    c[(size_t)row * n + col] = sum;
}

EXPORT void matmul_2d(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    dim3 block(WIDE, HIGH), grid(blocks_for(m, HIGH), blocks_for(n, WIDE));
    product_kernel<<<grid, block>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}
