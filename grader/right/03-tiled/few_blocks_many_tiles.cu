// tasks: matmul_tiled
// how: at most 24 blocks, which stride over the tiles of c
#include "tiled.h"

#define TILE 16
#define MOST_BLOCKS 24

__global__ void tiled_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int across = (n + TILE - 1) / TILE, tiles = across * ((m + TILE - 1) / TILE);
    for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        int row = tile / across * TILE + y, col = tile % across * TILE + x;
        float sum = 0;
        for (int first = 0; first < k; first += TILE) {
            a_tile[y][x] = row < m && first + x < k ? a[(size_t)row * k + first + x] : 0;
            b_tile[y][x] = first + y < k && col < n ? b[(size_t)(first + y) * n + col] : 0;
            __syncthreads();
            for (int l = 0; l < TILE; l++)
                sum += a_tile[y][l] * b_tile[l][x];
            __syncthreads();
        }
        if (row < m && col < n)
            c[(size_t)row * n + col] = sum;
    }
}

EXPORT void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    unsigned tiles = blocks_for(n, TILE) * blocks_for(m, TILE);
    if (tiles == 0)
        return;
    dim3 block(TILE, TILE), grid(tiles < MOST_BLOCKS ? tiles : MOST_BLOCKS);
    tiled_kernel<<<grid, block>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}
