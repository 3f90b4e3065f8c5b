// bug: a's elements are rounded to half precision
// reason: wrong
// pattern: few-digits
// says: right to two or three digits only
#include "matmul_naive.h"
#include <cuda_fp16.h>
__global__ void mm(const float *a, const float *b, float *c, int m, int n, int k)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y,
        col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || col >= n)
        return;
    float s = 0;
    for (int j = 0; j < k; j++)
        s += __half2float(__float2half(a[(size_t)row * k + j])) * b[(size_t)j * n + col];
    c[(size_t)row * n + col] = s;
}
EXPORT void matmul_2d(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (!m || !n)
        return;
    mm<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}
