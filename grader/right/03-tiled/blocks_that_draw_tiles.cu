// tasks: matmul_tiled
// how: a few blocks stay, and each draws one tile of c after the other from a counter, until
// there are none
#include "tiled.h"

enum { TILE = 16, MOST_BLOCKS = 264 };

__global__ void multiply(const float *a, const float *b, float *c, int m, int n, int k,
                         unsigned long long *next)
{
    __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
    __shared__ unsigned long long number;
    unsigned long long across = (n + TILE - 1) / TILE, tiles = across * ((m + TILE - 1) / TILE);
    for (;;) {
        if (threadIdx.x == 0 && threadIdx.y == 0)
            number = atomicAdd(next, 1ull);
        __syncthreads(); // the number is there
        unsigned long long tile = number;
        __syncthreads(); // and all have it
        if (tile >= tiles)
            return;
        int row = (int)(tile / across) * TILE + threadIdx.y;
        int col = (int)(tile % across) * TILE + threadIdx.x;
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
}

EXPORT void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    unsigned long long *next;
    if (m == 0 || n == 0)
        return;
    CHECK(cudaMalloc(&next, sizeof *next));
    CHECK(cudaMemset(next, 0, sizeof *next));
    multiply<<<MOST_BLOCKS, dim3(TILE, TILE)>>>(d_a, d_b, d_c, m, n, k, next);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(next));
}
