// tasks: matmul_tiled
// how: from the last tile to the first, with zeros by cudaMemset where k is 0
#include "tiled.h"

#define TILE 16

__global__ void tiled_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    float sum = 0;
    for (int first = (k - 1) / TILE * TILE; first >= 0; first -= TILE) {
        a_tile[y][x] = b_tile[y][x] = 0;
        if (row < m && first + x < k)
            a_tile[y][x] = a[(size_t)row * k + first + x];
        if (first + y < k && col < n)
            b_tile[y][x] = b[(size_t)(first + y) * n + col];
        __syncthreads();
        for (int l = TILE - 1; l >= 0; l--)
            sum += a_tile[y][l] * b_tile[l][x];
        __syncthreads();
    }
    if (row < m && col < n)
        c[(size_t)row * n + col] = sum;
}

EXPORT void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    CHECK(cudaMemset(d_c, 0, (size_t)m * n * sizeof *d_c));
    dim3 block(TILE, TILE), grid(blocks_for(n, TILE), blocks_for(m, TILE));
    if (k > 0)
        tiled_kernel<<<grid, block>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}
