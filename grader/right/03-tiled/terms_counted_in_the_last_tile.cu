// tasks: matmul_tiled
// how: no zeros: in the last tile a sum has fewer terms
#include "tiled.h"

__global__ void mm(const float *A, const float *B, float *C, int m, int n, int k)
{
    __shared__ float As[16][16], Bs[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty,
        col = blockIdx.x * 16 + tx;
    float s = 0;
    for (int t = 0; t < k; t += 16) {
        if (row < m && t + tx < k)
            As[ty][tx] = A[(size_t)row * k + t + tx];
        if (col < n && t + ty < k)
            Bs[ty][tx] = B[(size_t)(t + ty) * n + col];
        __syncthreads();
        int left = min(16, k - t);
        if (row < m && col < n)
            for (int l = 0; l < left; ++l)
                s += As[ty][l] * Bs[l][tx];
        __syncthreads();
    }
    if (row < m && col < n)
        C[(size_t)row * n + col] = s;
}

EXPORT void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    mm<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}
