// bug: the steps of eight terms are counted in a byte, which counts no further than 255
// reason: wrong
// says: is a number of steps kept in a char
#include "kahan.h"

#define STEP 8

__device__ void add(float &sum, float &excess, float term)
{
    float wanted = term - excess, next = sum + wanted;
    excess = (next - sum) - wanted;
    sum = next;
}

__global__ void product_kernel(const float *a, int lda, const float *b, int ldb, float *c,
                               int ldc, int n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (size_t)n * n)
        return;
    size_t row = i / n, col = i % n;
    unsigned char steps = n / STEP;
    float sum = 0, excess = 0;
    for (int s = 0; s < steps; s++)
        for (size_t l = STEP * s; l < STEP * s + STEP; l++)
            add(sum, excess, a[row * lda + l] * b[l * ldb + col]);
    for (size_t l = n / STEP * STEP; l < n; l++)
        add(sum, excess, a[row * lda + l] * b[l * ldb + col]);
    c[row * ldc + col] = sum;
}

EXPORT void matmul_kahan(const float *d_a, int lda, const float *d_b, int ldb, float *d_c,
                         int ldc, int n)
{
    if (n == 0)
        return;
    product_kernel<<<blocks_for((size_t)n * n, 256), 256>>>(d_a, lda, d_b, ldb, d_c, ldc, n);
    CHECK(cudaGetLastError());
}
