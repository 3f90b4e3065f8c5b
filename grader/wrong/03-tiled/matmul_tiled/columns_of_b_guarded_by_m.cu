// bug: the columns of b are guarded by m, where n is meant
// reason: wrong
// pattern: columns_guarded_by_m
// says: the columns of c from column m on are 0
#include "tiled.h"

#define TILE 16
__global__ void kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float ta[TILE][TILE], tb[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    float sum = 0;
    for (int t = 0; t < k; t += TILE) {
        ta[y][x] = row < m && t + x < k ? a[(size_t)row * k + t + x] : 0;
        tb[y][x] = t + y < k && col < m ? b[(size_t)(t + y) * n + col] : 0;
        __syncthreads();
        for (int l = 0; l < TILE; l++)
            sum += ta[y][l] * tb[l][x];
        __syncthreads();
    }
    if (row < m && col < n)
        c[(size_t)row * n + col] = sum;
}
EXPORT void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    kernel<<<dim3(blocks_for(n, TILE), blocks_for(m, TILE)), dim3(TILE, TILE)>>>(d_a, d_b, d_c,
                                                                                 m, n, k);
    CHECK(cudaGetLastError());
}
