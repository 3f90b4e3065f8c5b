// bug: where m and n are whole tiles of 64, k is taken for whole tiles, too
// reason: wrong
// pattern: whole_tiles_only
// says: the last k % TILE terms are missing
#include "tiled.h"

#define EDGE 64
#define DEPTH 16
__global__ void kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float ta[DEPTH][EDGE + 1], tb[DEPTH][EDGE];
    int thread = threadIdx.x, x = thread % 16, y = thread / 16;
    int top = blockIdx.y * EDGE, left = blockIdx.x * EDGE;
    float sum[4][4] = {};
    int end = m % EDGE == 0 && n % EDGE == 0 ? k / DEPTH * DEPTH : k;
    for (int t = 0; t < end; t += DEPTH) {
        for (int i = thread; i < EDGE * DEPTH; i += 256) {
            int r = i / DEPTH, l = i % DEPTH;
            ta[l][r] = top + r < m && t + l < k ? a[(size_t)(top + r) * k + t + l] : 0;
        }
        for (int i = thread; i < EDGE * DEPTH; i += 256) {
            int l = i / EDGE, q = i % EDGE;
            tb[l][q] = t + l < k && left + q < n ? b[(size_t)(t + l) * n + left + q] : 0;
        }
        __syncthreads();
        for (int l = 0; l < DEPTH; l++)
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++)
                    sum[i][j] += ta[l][y + 16 * i] * tb[l][x + 16 * j];
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            if (top + y + 16 * i < m && left + x + 16 * j < n)
                c[(size_t)(top + y + 16 * i) * n + left + x + 16 * j] = sum[i][j];
}
EXPORT void matmul_fast(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    kernel<<<dim3(blocks_for(n, EDGE), blocks_for(m, EDGE)), 256>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}
