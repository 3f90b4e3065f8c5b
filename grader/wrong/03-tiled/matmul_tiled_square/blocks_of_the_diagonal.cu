// bug: the block's row and its column are both taken from blockIdx.y
// reason: wrong
// pattern: diagonal-written
// says: in square blocks
#include "tiled.h"

#define TILE 16

__global__ void tiled_kernel(const float *a, const float *b, float *c, int n)
{
    __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, col = blockIdx.y * TILE + x;
    float sum = 0;
    for (int first = 0; first < n; first += TILE) {
        a_tile[y][x] = a[row * n + first + x];
        b_tile[y][x] = b[(first + y) * n + col];
        __syncthreads();
        for (int l = 0; l < TILE; l++)
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
    tiled_kernel<<<grid, block>>>(d_a, d_b, d_c, n);
    CHECK(cudaGetLastError());
}
