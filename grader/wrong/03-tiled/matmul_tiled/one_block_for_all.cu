// bug: one block walks through all tiles of c
// reason: technique
// says: one block does the work
// only: technique
#include "tiled.h"

#define TILE 16

__global__ void tiled_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float of_a[TILE][TILE], of_b[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y, across = (n + TILE - 1) / TILE;
    int tiles = (m + TILE - 1) / TILE * across;
    for (int tile = 0; tile < tiles; tile++) {
        int row = tile / across * TILE + y, col = tile % across * TILE + x;
        float sum = 0;
        for (int first = 0; first < k; first += TILE) {
            of_a[y][x] = row < m && first + x < k ? a[(size_t)row * k + first + x] : 0;
            of_b[y][x] = first + y < k && col < n ? b[(size_t)(first + y) * n + col] : 0;
            __syncthreads();
            for (int l = 0; l < TILE; l++)
                sum += of_a[y][l] * of_b[l][x];
            __syncthreads();
        }
        if (row < m && col < n)
            c[(size_t)row * n + col] = sum;
    }
}

EXPORT void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    tiled_kernel<<<1, dim3(TILE, TILE)>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}
