// tasks: matmul_tiled
// how: 32 x 8 threads; each loads and computes four elements of a 32 x 32 tile
#include "tiled.h"

#define TILE 32
#define ROWS 8
#define EACH (TILE / ROWS)

__global__ void tiled_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
    int x = threadIdx.x, top = blockIdx.y * TILE, col = blockIdx.x * TILE + x;
    float sum[EACH] = {0};
    for (int first = 0; first < k; first += TILE) {
        for (int y = threadIdx.y; y < TILE; y += ROWS) {
            bool in_a = top + y < m && first + x < k, in_b = first + y < k && col < n;
            a_tile[y][x] = in_a ? a[(size_t)(top + y) * k + first + x] : 0;
            b_tile[y][x] = in_b ? b[(size_t)(first + y) * n + col] : 0;
        }
        __syncthreads();
        for (int l = 0; l < TILE; l++)
            for (int i = 0; i < EACH; i++)
                sum[i] += a_tile[threadIdx.y + i * ROWS][l] * b_tile[l][x];
        __syncthreads();
    }
    for (int i = 0; i < EACH; i++) {
        int row = top + threadIdx.y + i * ROWS;
        if (row < m && col < n)
            c[(size_t)row * n + col] = sum[i];
    }
}

EXPORT void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    dim3 block(TILE, ROWS), grid(blocks_for(n, TILE), blocks_for(m, TILE));
    tiled_kernel<<<grid, block>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}
