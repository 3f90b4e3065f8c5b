// bug: a block's row of a lies in 48 KB of shared memory, and may be longer
// reason: wrong
// pattern: part-of-a-row
// says: as many as an array of one of the usual sizes holds
#include "matmul_naive.h"
__global__ void product_kernel(const float *a, const float *b, float *c, int m, int n, int kk)
{
    __shared__ float row[12288];
    for (int l = threadIdx.x; l < kk && l < 12288; l += blockDim.x)
        row[l] = a[(size_t)blockIdx.y * kk + l];
    __syncthreads();
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= n)
        return;
    float sum = 0;
    for (int l = 0; l < kk && l < 12288; l++)
        sum += row[l] * b[(size_t)l * n + col];
    c[(size_t)blockIdx.y * n + col] = sum;
}
EXPORT void matmul_2d(const float *d_a, const float *d_b, float *d_c, int m, int n, int kk)
{
    if (!m || !n)
        return;
    for (int first = 0; first < m; first += 65535)
        product_kernel<<<dim3(blocks_for(n, 256), m - first < 65535 ? m - first : 65535),
                         256>>>(d_a + (size_t)first * kk, d_b, d_c + (size_t)first * n, m, n,
                                kk);
    CHECK(cudaGetLastError());
}
