// bug: b is loaded as if it had n rows and k columns, guard and all
// reason: wrong
// pattern: b_sides_exchanged
// says: it has k rows of n
#include "tiled.h"

#define TILE 16
__global__ void tiled_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float ta[TILE][TILE], tb[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    float sum = 0;
    for (int k0 = 0; k0 < k; k0 += TILE) {
        ta[y][x] = row < m && k0 + x < k ? a[(size_t)row * k + k0 + x] : 0;
        tb[y][x] = k0 + y < n && col < k ? b[(size_t)(k0 + y) * k + col] : 0;
        __syncthreads();
        for (int i = 0; i < TILE; i++)
            sum += ta[y][i] * tb[i][x];
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
