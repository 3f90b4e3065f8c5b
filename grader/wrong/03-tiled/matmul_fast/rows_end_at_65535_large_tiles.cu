// bug: a grid that ends at 65535 rows of tiles of 64, where more would be refused
// reason: wrong
// says: 65535
#include "tiled.h"

enum { TILE = 64, DEPTH = 16, SIDE = 4, THREADS = 256, MOST_BLOCKS = 65535 };

__global__ void fast_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float tile_a[TILE][DEPTH + 1], tile_b[DEPTH][TILE];
    int x = threadIdx.x % DEPTH, y = threadIdx.x / DEPTH;
    int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
    float sums[SIDE][SIDE] = {};
    for (int start = 0; start < k; start += DEPTH) {
        for (int i = threadIdx.x; i < TILE * DEPTH; i += THREADS) {
            int row = top + i / DEPTH, term = start + i % DEPTH;
            tile_a[i / DEPTH][i % DEPTH] = row < m && term < k ? a[(size_t)row * k + term] : 0;
            int of_b = start + i / TILE, col = left + i % TILE;
            tile_b[i / TILE][i % TILE] = of_b < k && col < n ? b[(size_t)of_b * n + col] : 0;
        }
        __syncthreads();
        for (int l = 0; l < DEPTH; l++) {
            float of_a[SIDE], of_b[SIDE];
            for (int i = 0; i < SIDE; i++) {
                of_a[i] = tile_a[y * SIDE + i][l];
                of_b[i] = tile_b[l][x * SIDE + i];
            }
            for (int i = 0; i < SIDE; i++)
                for (int j = 0; j < SIDE; j++)
                    sums[i][j] += of_a[i] * of_b[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < SIDE; i++)
        for (int j = 0; j < SIDE; j++)
            if (top + y * SIDE + i < m && left + x * SIDE + j < n)
                c[(size_t)(top + y * SIDE + i) * n + left + x * SIDE + j] = sums[i][j];
}

EXPORT void matmul_fast(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    unsigned high = blocks_for(m, TILE);
    dim3 grid(blocks_for(n, TILE), high < MOST_BLOCKS ? high : MOST_BLOCKS);
    fast_kernel<<<grid, THREADS>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}
