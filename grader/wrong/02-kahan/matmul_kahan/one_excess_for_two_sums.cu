// bug: a thread has two sums, and one excess for both
// reason: wrong
// pattern: inexact
// says: so it is with other values
#include "kahan.h"

#define BLOCK_SIZE 128

__device__ void add(float *sum, float *excess, float term)
{
    float wanted = term - *excess, next = *sum + wanted;
    *excess = (next - *sum) - wanted;
    *sum = next;
}

__global__ void pairs_kernel(const float *a, int lda, const float *b, int ldb, float *c,
                             int ldc, int n)
{
    size_t pairs = (n + 1) / 2, i = blockIdx.x * (size_t)BLOCK_SIZE + threadIdx.x;
    if (i >= pairs * n)
        return;
    size_t row = i / pairs, col = i % pairs * 2;
    bool two = col + 1 < (size_t)n;
    float left = 0, right = 0, excess = 0;
    for (int l = 0; l < n; l++) {
        float factor = a[row * lda + l];
        add(&left, &excess, factor * b[(size_t)l * ldb + col]);
        if (two)
            add(&right, &excess, factor * b[(size_t)l * ldb + col + 1]);
    }
    c[row * ldc + col] = left;
    if (two)
        c[row * ldc + col + 1] = right;
}

EXPORT void matmul_kahan(const float *d_a, int lda, const float *d_b, int ldb, float *d_c,
                         int ldc, int n)
{
    if (n == 0)
        return;
    size_t pairs = (n + 1) / 2;
    pairs_kernel<<<blocks_for(pairs * n, BLOCK_SIZE), BLOCK_SIZE>>>(d_a, lda, d_b, ldb, d_c,
                                                                    ldc, n);
    CHECK(cudaGetLastError());
}
