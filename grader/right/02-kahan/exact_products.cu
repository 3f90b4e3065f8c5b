// tasks: matmul_kahan
// how: the products' own roundings, which fmaf gives exactly, are added up, too
// night: nine seconds of a core; two_sum.cu takes two
#include "kahan.h"

__global__ void product_kernel(const float *a, int lda, const float *b, int ldb, float *c,
                               int ldc, int n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (size_t)n * n)
        return;
    size_t row = i / n, col = i % n;
    float sum = 0, lost = 0;
    for (int l = 0; l < n; l++) {
        float x = a[row * lda + l], y = b[(size_t)l * ldb + col];
        float product = x * y, rounded_off = fmaf(x, y, -product);
        float next = sum + product, part = next - sum;
        lost += (sum - (next - part)) + (product - part) + rounded_off;
        sum = next;
    }
    sum += lost;
    c[row * ldc + col] = sum;
}

EXPORT void matmul_kahan(const float *d_a, int lda, const float *d_b, int ldb, float *d_c,
                         int ldc, int n)
{
    if (n == 0)
        return;
    unsigned blocks = blocks_for((size_t)n * n, 256);
    product_kernel<<<blocks, 256>>>(d_a, lda, d_b, ldb, d_c, ldc, n);
    CHECK(cudaGetLastError());
}
