// bug: a loop goes on to a fifth row of a thread's four rows of sums
// reason: out-of-bounds
// says: an array of the thread's own
// only: out-of-bounds
#include "tiled.h"

template <int BM, int BN, int BK, int TM, int TN>
__global__ void __launch_bounds__(BM *BN / (TM * TN))
    sgemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C,
          int M, int N, int K)
{
    __shared__ float As[BK][BM + 4], Bs[BK][BN];
    constexpr int THREADS = BM * BN / (TM * TN);
    const int tid = threadIdx.x, tr = tid / (BN / TN), tc = tid % (BN / TN);
    const int r0 = blockIdx.y * BM, c0 = blockIdx.x * BN;
    float acc[TM][TN] = {{0.f}}, ra[TM], rb[TN];
    for (int t = 0; t < K; t += BK) {
        for (int i = tid; i < BM * BK; i += THREADS) {
            int r = i / BK, c = i % BK;
            As[c][r] = r0 + r < M && t + c < K ? A[(size_t)(r0 + r) * K + t + c] : 0.f;
        }
        for (int i = tid; i < BK * BN; i += THREADS) {
            int r = i / BN, c = i % BN;
            Bs[r][c] = t + r < K && c0 + c < N ? B[(size_t)(t + r) * N + c0 + c] : 0.f;
        }
        __syncthreads();
        for (int l = 0; l < BK; ++l) {
            for (int i = 0; i < TM; ++i)
                ra[i] = As[l][tr * TM + i];
            for (int j = 0; j < TN; ++j)
                rb[j] = Bs[l][tc * TN + j];
            for (int i = 0; i <= TM; ++i)
                for (int j = 0; j < TN; ++j)
                    acc[i][j] = fmaf(ra[i], rb[j], acc[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j)
            if (r0 + tr * TM + i < M && c0 + tc * TN + j < N)
                C[(size_t)(r0 + tr * TM + i) * N + c0 + tc * TN + j] = acc[i][j];
}

EXPORT void matmul_fast(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    sgemm<64, 64, 16, 4, 4>
        <<<dim3((n + 63) / 64, (m + 63) / 64), 256>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}
