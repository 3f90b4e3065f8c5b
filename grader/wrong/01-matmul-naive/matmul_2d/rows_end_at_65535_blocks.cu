// bug: a grid that ends at 65535 blocks of 16 rows, where more would be refused
// reason: wrong
// says: 65535
#include "matmul_naive.h"

#define TILE 16
#define MOST_BLOCKS 65535

__global__ void product_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    int col = blockIdx.x * TILE + threadIdx.x, row = blockIdx.y * TILE + threadIdx.y;
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
    unsigned high = blocks_for(m, TILE);
    dim3 block(TILE, TILE), grid(blocks_for(n, TILE), high < MOST_BLOCKS ? high : MOST_BLOCKS);
    product_kernel<<<grid, block>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}
