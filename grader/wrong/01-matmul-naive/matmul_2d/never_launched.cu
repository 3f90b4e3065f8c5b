// bug: the kernel stands there and is never launched
// reason: not-started
// pattern: nothing-written
// says: nothing written yet
#include "matmul_naive.h"

__global__ void product_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n)
        return;
    float sum = 0;
    for (int l = 0; l < k; l++)
        sum += a[row * k + l] * b[l * n + col];
    c[row * n + col] = sum;
}

EXPORT void matmul_2d(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    (void)product_kernel, (void)d_a, (void)d_b, (void)d_c, (void)m, (void)n, (void)k;
    CHECK(cudaGetLastError());
}
