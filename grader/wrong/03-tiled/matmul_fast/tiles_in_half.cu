// bug: the tiles hold half-precision numbers
// reason: wrong
// pattern: few-digits
// says: right to two or three digits only
#include "tiled.h"
#include <cuda_fp16.h>
#define BM 64
#define BK 16
__global__ void mm(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ __half as[BK][BM + 2], bs[BK][BM];
    int id = threadIdx.x, tx = id % 16, ty = id / 16, r0 = blockIdx.y * BM,
        c0 = blockIdx.x * BM;
    float s[4][4] = {};
    for (int t = 0; t < k; t += BK) {
        for (int i = id; i < BM * BK; i += 256) {
            int r = i / BK, q = i % BK;
            as[q][r] =
                __float2half(r0 + r < m && t + q < k ? a[(size_t)(r0 + r) * k + t + q] : 0);
            int rb = i / BM, cb = i % BM;
            bs[rb][cb] =
                __float2half(t + rb < k && c0 + cb < n ? b[(size_t)(t + rb) * n + c0 + cb] : 0);
        }
        __syncthreads();
        for (int j = 0; j < BK; j++)
            for (int i = 0; i < 4; i++)
                for (int l = 0; l < 4; l++)
                    s[i][l] +=
                        __half2float(as[j][ty * 4 + i]) * __half2float(bs[j][tx * 4 + l]);
        __syncthreads();
    }
    for (int i = 0; i < 4; i++)
        for (int l = 0; l < 4; l++)
            if (r0 + ty * 4 + i < m && c0 + tx * 4 + l < n)
                c[(size_t)(r0 + ty * 4 + i) * n + c0 + tx * 4 + l] = s[i][l];
}
EXPORT void matmul_fast(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (!m || !n)
        return;
    mm<<<dim3((n + 63) / 64, (m + 63) / 64), 256>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}
