// bug: row and column are exchanged in the guard and in the index of the store
// reason: wrong
// says: row and column are exchanged where you store it
#include "tiled.h"

__global__ void mm(const float *A, const float *B, float *C, int m, int n, int k)
{
    __shared__ float As[16][16], Bs[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty,
        col = blockIdx.x * 16 + tx;
    float s = 0;
    for (int t = 0; t < k; t += 16) {
        As[ty][tx] = row < m && t + tx < k ? A[(size_t)row * k + t + tx] : 0;
        Bs[ty][tx] = col < n && t + ty < k ? B[(size_t)(t + ty) * n + col] : 0;
        __syncthreads();
        for (int l = 0; l < 16; ++l)
            s += As[ty][l] * Bs[l][tx];
        __syncthreads();
    }
    if (row < n && col < m)
        C[(size_t)col * n + row] = s;
}

EXPORT void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    mm<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}
