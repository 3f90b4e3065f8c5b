// tasks: matmul_2d
// how: the sum is kept in c itself, which another kernel clears first
#include "matmul_naive.h"

__global__ void clear_kernel(float *c, int elements)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < elements)
        c[i] = 0;
}

__global__ void product_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n)
        return;
    for (int l = 0; l < k; l++)
        c[row * n + col] += a[row * k + l] * b[l * n + col];
}

EXPORT void matmul_2d(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    dim3 grid(blocks_for(n, 16), blocks_for(m, 4)), block(16, 4);
    clear_kernel<<<blocks_for((size_t)m * n, 128), 128>>>(d_c, m * n);
    CHECK(cudaGetLastError());
    product_kernel<<<grid, block>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}
