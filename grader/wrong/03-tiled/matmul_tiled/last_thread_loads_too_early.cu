// bug: the last thread loads while others still add
// reason: race
// says: race in shared memory
// only: race
#include "tiled.h"

#define TILE 16

static __device__ float at_or_zero(const float *matrix, int rows, int cols, int row, int col)
{
    return row < rows && col < cols ? matrix[(size_t)row * cols + col] : 0;
}

__global__ void tiled_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
    float sum = 0;
    for (int first = 0; first < k; first += TILE) {
        if (x == TILE - 1 && y == TILE - 1)
            for (int i = 0; i < TILE * TILE; i++) {
                int down = i / TILE, across = i % TILE;
                a_tile[down][across] = at_or_zero(a, m, k, top + down, first + across);
                b_tile[down][across] = at_or_zero(b, k, n, first + down, left + across);
            }
        __syncthreads();
        for (int l = 0; l < TILE; l++)
            sum += a_tile[y][l] * b_tile[l][x];
    }
    if (top + y < m && left + x < n)
        c[(top + y) * n + left + x] = sum;
}

EXPORT void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    dim3 block(TILE, TILE), grid(blocks_for(n, TILE), blocks_for(m, TILE));
    tiled_kernel<<<grid, block>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}
