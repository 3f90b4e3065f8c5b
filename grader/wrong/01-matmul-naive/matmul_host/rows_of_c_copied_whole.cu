// bug: brings whole rows of c to the device and back, and what lies behind the last one
// reason: out-of-bounds
// says: from past the end of an array, or to there
#include "matmul_naive.h"
__global__ void product_kernel(const float *a, const float *b, float *c, int ldc, int n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= (size_t)n * n)
        return;
    size_t row = i / n, col = i % n;
    float sum = 0;
    for (int l = 0; l < n; l++)
        sum += a[row * n + l] * b[(size_t)l * n + col];
    c[row * ldc + col] = sum;
}
EXPORT void matmul_host(const float *a, int lda, const float *b, int ldb, float *c, int ldc,
                        int n)
{
    if (!n)
        return;
    size_t w = n * sizeof(float);
    float *d_a, *d_b, *d_c;
    CHECK(cudaMalloc(&d_a, n * w));
    CHECK(cudaMalloc(&d_b, n * w));
    CHECK(cudaMalloc(&d_c, ldc * w));
    CHECK(cudaMemcpy2D(d_a, w, a, lda * sizeof(float), w, n, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy2D(d_b, w, b, ldb * sizeof(float), w, n, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_c, c, ldc * w, cudaMemcpyHostToDevice));
    product_kernel<<<blocks_for((size_t)n * n, 256), 256>>>(d_a, d_b, d_c, ldc, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(c, d_c, ldc * w, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(d_c));
    CHECK(cudaFree(d_b));
    CHECK(cudaFree(d_a));
}
