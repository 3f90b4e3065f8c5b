// tasks: matmul_tiled
// how: the next step's elements are on their way to registers while this one adds
#include "tiled.h"

#define TILE 16

static __device__ float at_or_zero(const float *matrix, int rows, int cols, int row, int col)
{
    return row < rows && col < cols ? __ldg(&matrix[(size_t)row * cols + col]) : 0;
}

__global__ void tiled_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    float sum = 0;
    float a_next = at_or_zero(a, m, k, row, x), b_next = at_or_zero(b, k, n, y, col);
    for (int next = TILE; next < k + TILE; next += TILE) {
        a_tile[y][x] = a_next;
        b_tile[y][x] = b_next;
        __syncthreads();
        a_next = at_or_zero(a, m, k, row, next + x);
        b_next = at_or_zero(b, k, n, next + y, col);
        for (int l = 0; l < TILE; l++)
            sum = fmaf(a_tile[y][l], b_tile[l][x], sum);
        __syncthreads();
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
