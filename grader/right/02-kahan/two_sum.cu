// tasks: matmul_kahan
// how: Knuth's TwoSum, which needs no order of magnitudes, and two sums at once
#include "kahan.h"

static __device__ void add(float *sum, float *lost, float x)
{
    float next = *sum + x, part = next - *sum;
    *lost += (*sum - (next - part)) + (x - part);
    *sum = next;
}

__global__ void product_kernel(const float *a, int lda, const float *b, int ldb, float *c,
                               int ldc, int n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (size_t)n * n)
        return;
    size_t row = i / n, col = i % n;
    float even = 0, odd = 0, lost = 0;
    for (int l = 0; l < n; l++)
        add(l % 2 ? &odd : &even, &lost, a[row * lda + l] * b[(size_t)l * ldb + col]);
    add(&even, &lost, odd);
    c[row * ldc + col] = even + lost;
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
