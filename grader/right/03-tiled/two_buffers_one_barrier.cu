// tasks: matmul_tiled
// how: two pairs of tiles in turn, and so one barrier a step
#include "tiled.h"

#define TILE 16

__global__ void tiled_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float a_tile[2][TILE][TILE], b_tile[2][TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, now = 0;
    int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    float sum = 0;
    for (int first = 0; first < k; first += TILE, now = 1 - now) {
        a_tile[now][y][x] = row < m && first + x < k ? a[(size_t)row * k + first + x] : 0;
        b_tile[now][y][x] = first + y < k && col < n ? b[(size_t)(first + y) * n + col] : 0;
        // Who has passed this barrier in the next step has read the pair that comes after it.
        __syncthreads();
        for (int l = 0; l < TILE; l++)
            sum += a_tile[now][y][l] * b_tile[now][l][x];
    }
    if (row < m && col < n)
        c[(size_t)row * n + col] = sum;
}

EXPORT void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    dim3 block(TILE, TILE), grid(blocks_for(n, TILE), blocks_for(m, TILE));
    tiled_kernel<<<grid, block>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}
