// bug: cudaMallocPitch() sets the rows apart, and the kernel reads them as if they were packed
// reason: uninitialised
// says: is the pitch in the index
#include "matmul_naive.h"

#define BLOCK_SIZE 256

__global__ void product(const float *a, const float *b, float *c, int n)
{
    size_t i = blockIdx.x * (size_t)BLOCK_SIZE + threadIdx.x;
    if (i >= (size_t)n * n)
        return;
    size_t row = i / n, col = i % n;
    float sum = 0;
    for (int l = 0; l < n; l++)
        sum += a[row * n + l] * b[(size_t)l * n + col];
    c[row * n + col] = sum;
}

EXPORT void matmul_host(const float *a, int lda, const float *b, int ldb, float *c, int ldc,
                        int n)
{
    if (n == 0)
        return;
    float *d_a, *d_b, *d_c;
    size_t width = n * sizeof(float), pitch_a, pitch_b, pitch_c;
    CHECK(cudaMallocPitch(&d_a, &pitch_a, width, n));
    CHECK(cudaMallocPitch(&d_b, &pitch_b, width, n));
    CHECK(cudaMallocPitch(&d_c, &pitch_c, width, n));
    CHECK(cudaMemcpy2D(d_a, pitch_a, a, lda * sizeof(float), width, n, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy2D(d_b, pitch_b, b, ldb * sizeof(float), width, n, cudaMemcpyHostToDevice));
    product<<<blocks_for((size_t)n * n, BLOCK_SIZE), BLOCK_SIZE>>>(d_a, d_b, d_c, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy2D(c, ldc * sizeof(float), d_c, pitch_c, width, n, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
    CHECK(cudaFree(d_c));
}
