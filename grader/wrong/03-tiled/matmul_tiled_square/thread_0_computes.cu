// bug: one thread multiplies the tiles that all have loaded
// reason: technique
// says: mostly by one thread of a warp
// only: technique
#include "tiled.h"

__global__ void kk(const float *a, const float *b, float *c, int n)
{
    __shared__ float ta[16][16], tb[16][16], tc[16][16];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;
    tc[y][x] = 0;
    for (int t = 0; t < n; t += 16) {
        ta[y][x] = a[(size_t)row * n + t + x];
        tb[y][x] = b[(size_t)(t + y) * n + col];
        __syncthreads();
        if (x == 0 && y == 0)
            for (int i = 0; i < 16; i++)
                for (int j = 0; j < 16; j++)
                    for (int l = 0; l < 16; l++)
                        tc[i][j] += ta[i][l] * tb[l][j];
        __syncthreads();
    }
    c[(size_t)row * n + col] = tc[y][x];
}
EXPORT void matmul_tiled_square(const float *d_a, const float *d_b, float *d_c, int n)
{
    if (n)
        kk<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(d_a, d_b, d_c, n);
}
