// bug: copies the result back before it launches the kernel
// reason: wrong
// pattern: fresh-memory
// says: is it copied back before the kernel is launched
#include "matmul_naive.h"

__global__ void product_kernel(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n * n)
        return;
    float sum = 0;
    for (int l = 0; l < n; l++)
        sum += a[i / n * n + l] * b[l * n + i % n];
    c[i] = sum;
}

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
    product_kernel<<<blocks_for((size_t)n * n, 256), 256>>>(d_a, d_b, d_c, n);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
    CHECK(cudaFree(d_c));
}
