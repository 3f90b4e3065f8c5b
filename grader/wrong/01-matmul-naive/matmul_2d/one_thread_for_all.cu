// bug: one thread computes the whole product
// reason: technique
// says: 1 thread does the work
// only: technique
#include "matmul_naive.h"

__global__ void product_kernel(const float *a, const float *b, float *c, int m, int n, int k)
{
    for (int row = 0; row < m; row++)
        for (int col = 0; col < n; col++) {
            float sum = 0;
            for (int l = 0; l < k; l++)
                sum += a[(size_t)row * k + l] * b[(size_t)l * n + col];
            c[(size_t)row * n + col] = sum;
        }
}

EXPORT void matmul_2d(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    product_kernel<<<1, 1>>>(d_a, d_b, d_c, m, n, k);
    CHECK(cudaGetLastError());
}
