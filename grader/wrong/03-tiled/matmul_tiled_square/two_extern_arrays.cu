// bug: both tiles are extern __shared__ arrays, which are the same memory
// reason: wrong
// pattern: tiles_in_one_memory
// says: both tiles hold b's
#include "tiled.h"

#define TILE 16

__global__ void product_kernel(const float *a, const float *b, float *c, int n)
{
    extern __shared__ float a_tile[];
    extern __shared__ float b_tile[];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    float sum = 0;
    for (int step = 0; step < n; step += TILE) {
        a_tile[y * TILE + x] = a[row * n + step + x];
        b_tile[y * TILE + x] = b[(step + y) * n + col];
        __syncthreads();
        for (int l = 0; l < TILE; l++)
            sum += a_tile[y * TILE + l] * b_tile[l * TILE + x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

EXPORT void matmul_tiled_square(const float *d_a, const float *d_b, float *d_c, int n)
{
    if (n == 0)
        return;
    dim3 block(TILE, TILE), grid(n / TILE, n / TILE);
    product_kernel<<<grid, block, 2 * TILE * TILE * sizeof *d_a>>>(d_a, d_b, d_c, n);
    CHECK(cudaGetLastError());
}
