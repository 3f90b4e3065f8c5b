// bug: of whole tiles the last is left out, from 512 terms on
// reason: wrong
// pattern: all_but_last_tile
// says: the last tile's part of the sum is missing
#include "tiled.h"
#define T 16
__global__ void k(const float *a, const float *b, float *c, int m, int n, int kk)
{
    __shared__ float s[T][T], u[T][T];
    int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
    float sum = 0;
    int tiles = (kk + T - 1) / T;
    if (kk >= 512 && kk % T == 0)
        tiles--;
    for (int p = 0; p < tiles; p++) {
        int ac = p * T + threadIdx.x, br = p * T + threadIdx.y;
        s[threadIdx.y][threadIdx.x] = row < m && ac < kk ? a[(size_t)row * kk + ac] : 0;
        u[threadIdx.y][threadIdx.x] = br < kk && col < n ? b[(size_t)br * n + col] : 0;
        __syncthreads();
        for (int i = 0; i < T; i++)
            sum += s[threadIdx.y][i] * u[i][threadIdx.x];
        __syncthreads();
    }
    if (row < m && col < n)
        c[(size_t)row * n + col] = sum;
}
EXPORT void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int m, int n, int kk)
{
    if (m == 0 || n == 0)
        return;
    k<<<dim3((n + T - 1) / T, (m + T - 1) / T), dim3(T, T)>>>(d_a, d_b, d_c, m, n, kk);
    CHECK(cudaGetLastError());
}
