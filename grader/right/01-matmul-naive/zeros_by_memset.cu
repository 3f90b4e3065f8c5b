// tasks: matmul_2d
// how: wide flat blocks that go on to further rows, a sum in double, and where k is 0 no kernel
// but cudaMemset
#include "matmul_naive.h"

#define MOST_BLOCKS_OF_Y 65535

__global__ void product_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= n)
        return;
    for (int row = blockIdx.y; row < m; row += gridDim.y) {
        double sum = 0;
        for (int l = 0; l < k; l++)
            sum += (double)a[row * k + l] * b[l * n + col];
        c[row * n + col] = (float)sum;
    }
}

EXPORT void matmul_2d(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    if (k == 0) {
        CHECK(cudaMemset(d_c, 0, (size_t)m * n * sizeof(float)));
        return;
    }
    dim3 grid(blocks_for(n, 1024), m > MOST_BLOCKS_OF_Y ? MOST_BLOCKS_OF_Y : m);
    product_kernel<<<grid, 1024>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}
