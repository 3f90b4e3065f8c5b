// bug: the block has TILE threads in a row, and the tiles TILE rows
// reason: uninitialised
// pattern: first-row-of-tiles
// says: so who stores the others
#include "tiled.h"

#define TILE 16

__global__ void square_kernel(const float *a, const float *b, float *c, int n)
{
    __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    size_t row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    float sum = 0;
    for (int first = 0; first < n; first += TILE) {
        a_tile[y][x] = a[row * n + first + x];
        b_tile[y][x] = b[(size_t)(first + y) * n + col];
        __syncthreads();
        for (int l = 0; l < TILE; l++)
            sum += a_tile[y][l] * b_tile[l][x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

EXPORT void matmul_tiled_square(const float *d_a, const float *d_b, float *d_c, int n)
{
    if (n == 0)
        return;
    dim3 grid(n / TILE, n / TILE), block(TILE);
    square_kernel<<<grid, block>>>(d_a, d_b, d_c, n);
    CHECK(cudaGetLastError());
}
