// tasks: matmul_tiled
// how: at most 65535 blocks, which go on to further tiles of c
#include "tiled.h"

#define TILE 16
#define MOST_BLOCKS 65535

__global__ void tiles_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    size_t wide = (n + TILE - 1) / TILE, tiles = wide * ((m + TILE - 1) / TILE);

    for (size_t tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
        float sum = 0;
        size_t row = tile / wide * TILE + y, col = tile % wide * TILE + x;
        for (int first = 0; first < k; first += TILE) {
            a_tile[y][x] = row < m && first + x < k ? a[row * k + first + x] : 0;
            b_tile[y][x] = first + y < k && col < n ? b[(size_t)(first + y) * n + col] : 0;
            __syncthreads();
            for (int l = 0; l < TILE; l++)
                sum += a_tile[y][l] * b_tile[l][x];
            __syncthreads();
        }
        if (row < m && col < n)
            c[row * n + col] = sum;
    }
}

EXPORT void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    size_t tiles = (size_t)blocks_for(m, TILE) * blocks_for(n, TILE);
    unsigned blocks = tiles < MOST_BLOCKS ? (unsigned)tiles : MOST_BLOCKS;
    tiles_kernel<<<blocks, dim3(TILE, TILE)>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}
