// bug: a grid that ends at 65535 blocks of 64 columns, though x may have many more
// reason: wrong
// says: 65535
#include "matmul_naive.h"

#define MOST_BLOCKS 65535

__global__ void product_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    int col = blockIdx.x * 64 + threadIdx.x, row = blockIdx.y * 4 + threadIdx.y;
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
    unsigned wide = blocks_for(n, 64);
    dim3 block(64, 4), grid(wide < MOST_BLOCKS ? wide : MOST_BLOCKS, blocks_for(m, 4));
    product_kernel<<<grid, block>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}
