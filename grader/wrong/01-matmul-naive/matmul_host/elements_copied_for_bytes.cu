// bug: where the rows are packed, one copy is told the number of floats for that of bytes
// reason: uninitialised
// says: a quarter, was written: is a size given in elements where bytes are wanted?
#include "matmul_naive.h"

#define BLOCK_SIZE 256

__global__ void product_kernel(const float *a, const float *b, float *c, int n)
{
    size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    if (i >= (size_t)n * n)
        return;
    float sum = 0;
    for (int l = 0; l < n; l++)
        sum += a[i / n * n + l] * b[(size_t)l * n + i % n];
    c[i] = sum;
}

static float *copied(const float *matrix, int ld, int n)
{
    size_t row = n * sizeof(float);
    float *d_matrix;
    CHECK(cudaMalloc(&d_matrix, n * row));
    if (ld == n)
        CHECK(cudaMemcpy(d_matrix, matrix, (size_t)n * n, cudaMemcpyHostToDevice));
    else
        CHECK(cudaMemcpy2D(d_matrix, row, matrix, ld * sizeof(float), row, n,
                           cudaMemcpyHostToDevice));
    return d_matrix;
}

EXPORT void matmul_host(const float *a, int lda, const float *b, int ldb, float *c, int ldc,
                        int n)
{
    if (n == 0)
        return;
    size_t row = n * sizeof(float);
    float *d_a = copied(a, lda, n), *d_b = copied(b, ldb, n), *d_c;
    CHECK(cudaMalloc(&d_c, n * row));
    product_kernel<<<blocks_for((size_t)n * n, BLOCK_SIZE), BLOCK_SIZE>>>(d_a, d_b, d_c, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy2D(c, ldc * sizeof(float), d_c, row, row, n, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
    CHECK(cudaFree(d_c));
}
