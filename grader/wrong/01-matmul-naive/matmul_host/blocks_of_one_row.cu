// bug: the grid covers the first n elements only
// reason: wrong
// pattern: fresh-memory
// says: are there too few threads for all of it
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
    product_kernel<<<blocks_for(n, 256), 256>>>(d_a, d_b, d_c, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy2D(c, ldc * sizeof(float), d_c, row, row, n, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
    CHECK(cudaFree(d_c));
}
