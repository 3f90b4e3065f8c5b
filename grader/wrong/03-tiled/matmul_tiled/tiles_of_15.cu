// bug: tiles of 15 x 15, a little too small
// reason: technique
// says: the tiles are too small
// only: technique
#include "tiled.h"

#define TILE 15

__global__ void tiled_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
    int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;
    for (int first = 0; first < k; first += TILE) {
        int l = first + threadIdx.x, l_of_b = first + threadIdx.y;
        a_tile[threadIdx.y][threadIdx.x] = row < m && l < k ? a[(size_t)row * k + l] : 0;
        b_tile[threadIdx.y][threadIdx.x] =
            l_of_b < k && col < n ? b[(size_t)l_of_b * n + col] : 0;
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += a_tile[threadIdx.y][i] * b_tile[i][threadIdx.x];
        __syncthreads();
    }
    if (row < m && col < n)
        c[(size_t)row * n + col] = sum;
}

EXPORT void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    dim3 grid(blocks_for(n, TILE), blocks_for(m, TILE)), block(TILE, TILE);
    tiled_kernel<<<grid, block>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}
