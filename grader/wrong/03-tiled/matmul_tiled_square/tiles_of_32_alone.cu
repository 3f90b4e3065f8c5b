// bug: tiles of 32, where n is a multiple of 16
// reason: wrong
// says: were never written, and others are wrong
#include "tiled.h"

__global__ void mm(const float *A, const float *B, float *C, int n)
{
    __shared__ float As[32][32], Bs[32][32];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 32 + ty,
        col = blockIdx.x * 32 + tx;
    float s = 0;
    for (int t = 0; t < n / 32; t++) {
        As[ty][tx] = A[(size_t)row * n + t * 32 + tx];
        Bs[ty][tx] = B[(size_t)(t * 32 + ty) * n + col];
        __syncthreads();
        for (int k = 0; k < 32; ++k)
            s += As[ty][k] * Bs[k][tx];
        __syncthreads();
    }
    C[(size_t)row * n + col] = s;
}

EXPORT void matmul_tiled_square(const float *d_a, const float *d_b, float *d_c, int n)
{
    if (n == 0)
        return;
    mm<<<dim3(n / 32, n / 32), dim3(32, 32)>>>(d_a, d_b, d_c, n);
}
