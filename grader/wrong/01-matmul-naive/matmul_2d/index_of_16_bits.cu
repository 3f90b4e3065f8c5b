// bug: a term's index has 16 bits
// reason: wrong
// pattern: index-of-16-bits
// says: the first ones are read again: is the loop's index a short?
#include "matmul_naive.h"
__global__ void product_kernel(const float *a, const float *b, float *c, int m, int n, int kk)
{
    int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
    if (row >= m || col >= n)
        return;
    float sum = 0;
    for (int i = 0; i < kk; i++) {
        unsigned short l = i;
        sum += a[(size_t)row * kk + l] * b[(size_t)l * n + col];
    }
    c[(size_t)row * n + col] = sum;
}
EXPORT void matmul_2d(const float *d_a, const float *d_b, float *d_c, int m, int n, int kk)
{
    if (!m || !n)
        return;
    product_kernel<<<dim3(blocks_for(n, 32), blocks_for(m, 32)), dim3(32, 32)>>>(d_a, d_b, d_c,
                                                                                 m, n, kk);
    CHECK(cudaGetLastError());
}
