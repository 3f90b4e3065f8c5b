// bug: the launch gives blocks of 256 x 1 threads to a kernel for 16 x 16
// reason: out-of-bounds
// pattern: first-row-of-tiles
// says: because the launch gives a block one dimension
#include "tiled.h"

#define TILE 16

__global__ void square_kernel(const float *a, const float *b, float *c, int n)
{
    __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    size_t row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    float sum = 0;
    for (int start = 0; start < n; start += TILE) {
        a_tile[y][x] = a[row * n + start + x];
        b_tile[y][x] = b[(size_t)(start + y) * n + col];
        __syncthreads(); // both tiles are loaded
        for (int l = 0; l < TILE; l++)
            sum += a_tile[y][l] * b_tile[l][x];
        __syncthreads(); // nobody reads them any more
    }
    c[row * n + col] = sum;
}

EXPORT void matmul_tiled_square(const float *d_a, const float *d_b, float *d_c, int n)
{
    if (n == 0)
        return;
    square_kernel<<<dim3(n / TILE, n / TILE), TILE * TILE>>>(d_a, d_b, d_c, n);
    CHECK(cudaGetLastError());
}
