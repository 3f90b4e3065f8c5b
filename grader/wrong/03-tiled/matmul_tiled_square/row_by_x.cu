// bug: row from threadIdx.x and col from threadIdx.y, though the tiles' columns are x's
// reason: wrong
// pattern: row_by_x
// says: all elements of a tile of c are alike
#include "tiled.h"

#define TILE 16

__global__ void tiled_square_kernel(const float *a, const float *b, float *c, int n)
{
    __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.x * TILE + x, col = blockIdx.y * TILE + y;
    float sum = 0;
    for (int first = 0; first < n; first += TILE) {
        a_tile[y][x] = a[(size_t)row * n + first + x];
        b_tile[y][x] = b[(size_t)(first + y) * n + col];
        __syncthreads();
        for (int l = 0; l < TILE; l++)
            sum += a_tile[y][l] * b_tile[l][x];
        __syncthreads();
    }
    c[(size_t)row * n + col] = sum;
}

EXPORT void matmul_tiled_square(const float *d_a, const float *d_b, float *d_c, int n)
{
    if (n == 0)
        return;
    tiled_square_kernel<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(d_a, d_b, d_c, n);
    CHECK(cudaGetLastError());
}
