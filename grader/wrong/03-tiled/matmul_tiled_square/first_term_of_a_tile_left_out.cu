// bug: the loop over a tile leaves out its first term
// reason: wrong
// pattern: first_of_a_tile
// says: the first term of each tile is missing
#include "tiled.h"

#define TILE 16

__global__ void product_kernel(const float *a, const float *b, float *c, int n)
{
    __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    float sum = 0;
    for (int step = 0; step < n; step += TILE) {
        a_tile[y][x] = a[row * n + step + x];
        b_tile[y][x] = b[(step + y) * n + col];
        __syncthreads();
        for (int l = 1; l < TILE; l++)
            sum += a_tile[y][l] * b_tile[l][x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

EXPORT void matmul_tiled_square(const float *d_a, const float *d_b, float *d_c, int n)
{
    if (n == 0)
        return;
    dim3 block(TILE, TILE), grid(n / TILE, n / TILE);
    product_kernel<<<grid, block>>>(d_a, d_b, d_c, n);
    CHECK(cudaGetLastError());
}
