// tasks: matmul_tiled_square matmul_tiled
// how: n / TILE + 1 blocks each way, of which the last have nothing to do where tiles are whole
#include "tiled.h"

#define TILE 16

__global__ void tiled_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float tile_a[TILE][TILE], tile_b[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * TILE + y;
    int col = blockIdx.x * TILE + x;
    float sum = 0;
    for (int start = 0; start < k; start += TILE) {
        bool in_a = row < m && start + x < k, in_b = start + y < k && col < n;
        tile_a[y][x] = in_a ? a[(size_t)row * k + start + x] : 0;
        tile_b[y][x] = in_b ? b[(size_t)(start + y) * n + col] : 0;
        __syncthreads();
        for (int l = 0; l < TILE; l++)
            sum += tile_a[y][l] * tile_b[l][x];
        __syncthreads();
    }
    if (row < m && col < n)
        c[(size_t)row * n + col] = sum;
}

EXPORT void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    dim3 block(TILE, TILE), grid(n / TILE + 1, m / TILE + 1);
    tiled_kernel<<<grid, block>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}

EXPORT void matmul_tiled_square(const float *d_a, const float *d_b, float *d_c, int n)
{
    matmul_tiled(d_a, d_b, d_c, n, n, n);
}
