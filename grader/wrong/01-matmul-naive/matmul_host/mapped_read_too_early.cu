// bug: the host reads mapped memory while the kernel may still write it
// reason: race
// says: may still run, which writes it at
// only: race
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

static void take_rows(const float *packed, float *c, int ldc, int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            c[i * ldc + j] = packed[i * n + j];
}

EXPORT void matmul_host(const float *a, int lda, const float *b, int ldb, float *c, int ldc,
                        int n)
{
    if (n == 0)
        return;
    size_t row = n * sizeof(float);
    float *d_a, *d_b, *d_c, *mapped;
    CHECK(cudaMalloc(&d_a, row * n));
    CHECK(cudaMalloc(&d_b, row * n));
    CHECK(cudaHostAlloc(&mapped, row * n, cudaHostAllocMapped));
    CHECK(cudaHostGetDevicePointer(&d_c, mapped, 0));
    CHECK(cudaMemcpy2D(d_a, row, a, lda * sizeof(float), row, n, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy2D(d_b, row, b, ldb * sizeof(float), row, n, cudaMemcpyHostToDevice));
    product_kernel<<<blocks_for((size_t)n * n, 256), 256>>>(d_a, d_b, d_c, n);
    CHECK(cudaGetLastError());
    take_rows(mapped, c, ldc, n);
    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
    CHECK(cudaFreeHost(mapped));
}
