// bug: where c has whole tiles of 256, the last step is left out
// reason: wrong
// pattern: all_but_last_tile
// says: 65503 of 65536 elements of c are wrong
#include "tiled.h"
#define WIDE 64
#define DEEP 16
__global__ void fast_kernel(const float *a, const float *b, float *c, int m, int n, int kk)
{
    __shared__ float at[DEEP][WIDE + 4], bt[DEEP][WIDE];
    int x = threadIdx.x % 16, y = threadIdx.x / 16, top = blockIdx.y * WIDE,
        left = blockIdx.x * WIDE;
    float sum[4][4] = {};
    for (int first = 0; first < (n % 256 || m % 256 ? kk : kk - DEEP); first += DEEP) {
        for (int i = threadIdx.x; i < WIDE * DEEP; i += 256) {
            int r = i / DEEP, l = i % DEEP;
            at[l][r] =
                top + r < m && first + l < kk ? a[(size_t)(top + r) * kk + first + l] : 0;
        }
        for (int i = threadIdx.x; i < WIDE * DEEP; i += 256) {
            int l = i / WIDE, r = i % WIDE;
            bt[l][r] =
                first + l < kk && left + r < n ? b[(size_t)(first + l) * n + left + r] : 0;
        }
        __syncthreads();
        for (int l = 0; l < DEEP; l++)
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++)
                    sum[i][j] += at[l][y * 4 + i] * bt[l][x * 4 + j];
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            int row = top + y * 4 + i, col = left + x * 4 + j;
            if (row < m && col < n)
                c[(size_t)row * n + col] = sum[i][j];
        }
}
EXPORT void matmul_fast(const float *d_a, const float *d_b, float *d_c, int m, int n, int kk)
{
    if (!m || !n)
        return;
    fast_kernel<<<dim3(blocks_for(n, WIDE), blocks_for(m, WIDE)), 256>>>(d_a, d_b, d_c, m, n,
                                                                         kk);
    CHECK(cudaGetLastError());
}
