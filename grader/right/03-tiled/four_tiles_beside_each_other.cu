// tasks: matmul_tiled
// how: a block computes four tiles of 32 beside each other with each tile of a, as books
// coarsen threads, so that most of its elements lie beyond a small matrix
#include "tiled.h"
enum { T = 32, TILES = 4 };
__global__ void kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float ta[T][T], tb[T][T];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * T + y;
    int first = blockIdx.x * T * TILES + x;
    float sum[TILES] = {0};
    for (int l = 0; l < k; l += T) {
        ta[y][x] = row < m && l + x < k ? a[(size_t)row * k + l + x] : 0;
        for (int tile = 0; tile < TILES; tile++) {
            int col = first + tile * T;
            tb[y][x] = l + y < k && col < n ? b[(size_t)(l + y) * n + col] : 0;
            __syncthreads();
            for (int i = 0; i < T; i++)
                sum[tile] += ta[y][i] * tb[i][x];
            __syncthreads();
        }
    }
    for (int tile = 0; tile < TILES; tile++) {
        int col = first + tile * T;
        if (row < m && col < n)
            c[(size_t)row * n + col] = sum[tile];
    }
}
EXPORT void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    kernel<<<dim3(blocks_for(n, T * TILES), blocks_for(m, T)), dim3(T, T)>>>(d_a, d_b, d_c, m,
                                                                             n, k);
}
