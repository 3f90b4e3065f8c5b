// tasks: matmul_tiled
// how: each block has one tile of terms, 16 of them, and adds its part of the sums to c
#include "tiled.h"

#define TILE 16
#define MOST_PARTS 65535

__global__ void part_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    float sum = 0;
    for (int first = blockIdx.z * TILE; first < k; first += gridDim.z * TILE) {
        bool a_there = row < m && first + x < k, b_there = col < n && first + y < k;
        a_tile[y][x] = a_there ? a[(size_t)row * k + first + x] : 0;
        b_tile[y][x] = b_there ? b[(size_t)(first + y) * n + col] : 0;
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += a_tile[y][i] * b_tile[i][x];
        __syncthreads();
    }
    if (row < m && col < n)
        atomicAdd(&c[(size_t)row * n + col], sum);
}

EXPORT void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    CHECK(cudaMemsetAsync(d_c, 0, (size_t)m * n * sizeof *d_c));
    dim3 grid(blocks_for(n, TILE), blocks_for(m, TILE), min(blocks_for(k, TILE), MOST_PARTS));
    if (k > 0)
        part_kernel<<<grid, dim3(TILE, TILE)>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}
