// bug: the column is a short, which counts no further than 32767
// reason: wrong
// says: a short counts no further than 32767
#include "tiled.h"

#define TILE 16

__global__ void tiled_kernel(const float *a, const float *b, float *c, int n)
{
    __shared__ float tile_a[TILE][TILE], tile_b[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    size_t row = blockIdx.y * TILE + y;
    short col = blockIdx.x * TILE + x;
    float sum = 0;
    for (int start = 0; start < n; start += TILE) {
        tile_a[y][x] = a[row * n + start + x];
        tile_b[y][x] = b[(size_t)(start + y) * n + col];
        __syncthreads();
        for (int l = 0; l < TILE; l++)
            sum += tile_a[y][l] * tile_b[l][x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

EXPORT void matmul_tiled_square(const float *d_a, const float *d_b, float *d_c, int n)
{
    if (n == 0)
        return;
    tiled_kernel<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(d_a, d_b, d_c, n);
    CHECK(cudaGetLastError());
}
