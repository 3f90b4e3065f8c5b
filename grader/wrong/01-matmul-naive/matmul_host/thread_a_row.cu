// bug: a thread computes a whole row of the product
// reason: technique
// says: threads do the work for 11449 elements
// only: technique
#include "matmul_naive.h"

__global__ void rows_kernel(const float *a, const float *b, float *c, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    for (int col = 0; col < n; col++) {
        float sum = 0;
        for (int l = 0; l < n; l++)
            sum += a[row * n + l] * b[l * n + col];
        c[row * n + col] = sum;
    }
}

EXPORT void matmul_host(const float *a, int lda, const float *b, int ldb, float *c, int ldc,
                        int n)
{
    if (n == 0)
        return;
    size_t width = n * sizeof *a;
    float *d_a, *d_b, *d_c;
    CHECK(cudaMalloc(&d_a, n * width));
    CHECK(cudaMalloc(&d_b, n * width));
    CHECK(cudaMalloc(&d_c, n * width));
    CHECK(cudaMemcpy2D(d_a, width, a, lda * sizeof *a, width, n, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy2D(d_b, width, b, ldb * sizeof *b, width, n, cudaMemcpyHostToDevice));
    rows_kernel<<<blocks_for(n, 32), 32>>>(d_a, d_b, d_c, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy2D(c, ldc * sizeof *c, d_c, width, width, n, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
    CHECK(cudaFree(d_c));
}
