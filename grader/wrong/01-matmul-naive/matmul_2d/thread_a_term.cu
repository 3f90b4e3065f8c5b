// bug: a thread a term, added with a plain +=
// reason: race
// says: use an atomic
#include "matmul_naive.h"

__global__ void clear_kernel(float *c, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        c[i] = 0;
}

__global__ void product_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    int l = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y / n, col = blockIdx.y % n;
    if (l < k)
        c[row * n + col] += a[row * k + l] * b[l * n + col];
}

EXPORT void matmul_2d(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    clear_kernel<<<blocks_for(m * n, 256), 256>>>(d_c, m * n);
    CHECK(cudaGetLastError());
    if (k == 0)
        return;
    product_kernel<<<dim3(blocks_for(k, 128), m * n), 128>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}
