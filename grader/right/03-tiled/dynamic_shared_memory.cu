// tasks: matmul_tiled_square
// how: both tiles in one array that the launch sizes; a block of 256 in a row
#include "tiled.h"

#define TILE 16

__global__ void tiled_kernel(const float *a, const float *b, float *c, int n)
{
    extern __shared__ float tiles[];
    float *a_tile = tiles, *b_tile = tiles + TILE * TILE;
    int x = threadIdx.x % TILE, y = threadIdx.x / TILE;
    int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    float sum = 0;
    for (int first = 0; first < n; first += TILE) {
        a_tile[threadIdx.x] = a[(size_t)row * n + first + x];
        b_tile[threadIdx.x] = b[(size_t)(first + y) * n + col];
        __syncthreads();
        for (int l = 0; l < TILE; l++)
            sum += a_tile[y * TILE + l] * b_tile[l * TILE + x];
        __syncthreads();
    }
    c[(size_t)row * n + col] = sum;
}

EXPORT void matmul_tiled_square(const float *d_a, const float *d_b, float *d_c, int n)
{
    if (n == 0)
        return;
    dim3 grid(n / TILE, n / TILE);
    tiled_kernel<<<grid, TILE * TILE, 2 * TILE * TILE * sizeof(float)>>>(d_a, d_b, d_c, n);
    CHECK(cudaGetLastError());
}
