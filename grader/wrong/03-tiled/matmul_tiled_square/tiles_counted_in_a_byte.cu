// bug: the loop over the tiles counts in 8 bits
// reason: timeout
// says: it goes on and on
#include "tiled.h"

#define TILE 16
__global__ void k(const float *a, const float *b, float *c, int n)
{
    __shared__ float ta[TILE][TILE], tb[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, col = blockIdx.x * TILE + x;
    float sum = 0;
    for (unsigned char i = 0; i < n / TILE; i++) {
        int t = i * TILE;
        ta[y][x] = a[(size_t)row * n + t + x];
        tb[y][x] = b[(size_t)(t + y) * n + col];
        __syncthreads();
        for (int l = 0; l < TILE; l++)
            sum += ta[y][l] * tb[l][x];
        __syncthreads();
    }
    c[(size_t)row * n + col] = sum;
}
EXPORT void matmul_tiled_square(const float *d_a, const float *d_b, float *d_c, int n)
{
    if (n == 0)
        return;
    k<<<dim3(n / TILE, n / TILE), dim3(TILE, TILE)>>>(d_a, d_b, d_c, n);
    CHECK(cudaGetLastError());
}
