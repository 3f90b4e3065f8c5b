// bug: vectors go to an array in shared memory that is not said to be aligned
// reason: cuda-error
// says: unless __align__(16) stands in its declaration
#include "tiled.h"
#define T 16
__global__ void k(const float *a, const float *b, float *c, int m, int n, int kk)
{
    __shared__ float sa[16][64 + 4], sb[16][64];
    int id = threadIdx.x, tx = id % 16, ty = id / 16;
    int r0 = blockIdx.y * 64, c0 = blockIdx.x * 64;
    float sum[4][4] = {};
    for (int t = 0; t < kk; t += 16) {
        for (int i = id; i < 64 * 16; i += 256) {
            int r = i / 16, q = i % 16;
            sa[q][r] = r0 + r < m && t + q < kk ? a[(size_t)(r0 + r) * kk + t + q] : 0;
        }
        if (n % 4 == 0 && c0 + 64 <= n && t + 16 <= kk && (size_t)b % 16 == 0) {
            for (int i = id; i < 64 * 4; i += 256) {
                int q = i / 16, j = i % 16 * 4;
                float4 v = *(const float4 *)&b[(size_t)(t + q) * n + c0 + j];
                *(float4 *)&sb[q][j] = v;
            }
        } else
            for (int i = id; i < 64 * 16; i += 256) {
                int q = i / 64, j = i % 64;
                sb[q][j] = t + q < kk && c0 + j < n ? b[(size_t)(t + q) * n + c0 + j] : 0;
            }
        __syncthreads();
        for (int q = 0; q < 16; q++)
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++)
                    sum[i][j] += sa[q][ty * 4 + i] * sb[q][tx * 4 + j];
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            int row = r0 + ty * 4 + i, col = c0 + tx * 4 + j;
            if (row < m && col < n)
                c[(size_t)row * n + col] = sum[i][j];
        }
}
EXPORT void matmul_fast(const float *d_a, const float *d_b, float *d_c, int m, int n, int kk)
{
    if (m == 0 || n == 0)
        return;
    k<<<dim3((n + 63) / 64, (m + 63) / 64), 256>>>(d_a, d_b, d_c, m, n, kk);
    CHECK(cudaGetLastError());
}
