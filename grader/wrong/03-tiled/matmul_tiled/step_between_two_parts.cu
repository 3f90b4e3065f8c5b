// bug: a step lies between the two parts of k
// reason: wrong
// pattern: run_left_out
// says: are missing in each sum
#include "tiled.h"

#define TILE 16

__global__ void part_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    int half = (k / 2 + TILE - 1) / TILE * TILE;
    int first = blockIdx.z ? half + TILE : 0, end = blockIdx.z ? k : half;
    float sum = 0;
    for (int step = first; step < end; step += TILE) {
        a_tile[y][x] = row < m && step + x < k ? a[(size_t)row * k + step + x] : 0;
        b_tile[y][x] = step + y < k && col < n ? b[(size_t)(step + y) * n + col] : 0;
        __syncthreads();
        for (int l = 0; l < TILE; l++)
            sum += a_tile[y][l] * b_tile[l][x];
        __syncthreads();
    }
    if (row < m && col < n)
        atomicAdd(&c[(size_t)row * n + col], sum);
}

EXPORT void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    dim3 block(TILE, TILE), grid(blocks_for(n, TILE), blocks_for(m, TILE), 2);
    CHECK(cudaMemset(d_c, 0, (size_t)m * n * sizeof *d_c));
    part_kernel<<<grid, block>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}
