// tasks: matmul_tiled
// how: each block takes the tile of c whose number it draws with an atomic addition
#include "tiled.h"

enum { TILE = 16 };

__global__ void multiply(const float *a, const float *b, float *c, int m, int n, int k,
                         int *next)
{
    __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
    __shared__ int number;
    int tiles_across = (n + TILE - 1) / TILE;
    if (threadIdx.x == 0 && threadIdx.y == 0)
        number = atomicAdd(next, 1);
    __syncthreads(); // the number is there
    int row = number / tiles_across * TILE + threadIdx.y;
    int col = number % tiles_across * TILE + threadIdx.x;
    float sum = 0;
    for (int at = 0; at < k; at += TILE) {
        int a_col = at + threadIdx.x, b_row = at + threadIdx.y;
        a_tile[threadIdx.y][threadIdx.x] =
            row < m && a_col < k ? a[(size_t)row * k + a_col] : 0;
        b_tile[threadIdx.y][threadIdx.x] =
            b_row < k && col < n ? b[(size_t)b_row * n + col] : 0;
        __syncthreads(); // the tiles are there
        for (int i = 0; i < TILE; i++)
            sum += a_tile[threadIdx.y][i] * b_tile[i][threadIdx.x];
        __syncthreads(); // and are no longer used
    }
    if (row < m && col < n)
        c[(size_t)row * n + col] = sum;
}

EXPORT void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    int *d_next;
    if (m == 0 || n == 0)
        return;
    CHECK(cudaMalloc((void **)&d_next, sizeof *d_next));
    CHECK(cudaMemset(d_next, 0, sizeof *d_next));
    unsigned tiles = blocks_for(n, TILE) * blocks_for(m, TILE);
    multiply<<<tiles, dim3(TILE, TILE)>>>(d_a, d_b, d_c, m, n, k, d_next);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(d_next));
}
