// bug: copies both ways and launches nothing
// reason: wrong
// pattern: not-launched
// says: no kernel was launched
#include "matmul_naive.h"

EXPORT void matmul_host(const float *a, int lda, const float *b, int ldb, float *c, int ldc,
                        int n)
{
    if (n == 0)
        return;
    size_t row = n * sizeof(float);
    float *d_a, *d_b, *d_c;
    CHECK(cudaMalloc(&d_a, row * n));
    CHECK(cudaMalloc(&d_b, row * n));
    CHECK(cudaMalloc(&d_c, row * n));
    CHECK(cudaMemcpy2D(d_a, row, a, lda * sizeof(float), row, n, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy2D(d_b, row, b, ldb * sizeof(float), row, n, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy2D(c, ldc * sizeof(float), d_c, row, row, n, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
    CHECK(cudaFree(d_c));
}
