// tasks: matmul_host
// how: managed memory, which the host uses before the launch and after it has waited
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

static void pack_rows(float *packed, const float *a, int lda, int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            packed[i * n + j] = a[i * lda + j];
}

EXPORT void matmul_host(const float *a, int lda, const float *b, int ldb, float *c, int ldc,
                        int n)
{
    if (n == 0)
        return;
    size_t row = n * sizeof(float);
    float *d_a, *d_b, *d_c;
    CHECK(cudaMallocManaged(&d_a, row * n));
    CHECK(cudaMallocManaged(&d_b, row * n));
    CHECK(cudaMallocManaged(&d_c, row * n));
    pack_rows(d_a, a, lda, n);
    pack_rows(d_b, b, ldb, n);
    product_kernel<<<blocks_for((size_t)n * n, 256), 256>>>(d_a, d_b, d_c, n);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    take_rows(d_c, c, ldc, n);
    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
    CHECK(cudaFree(d_c));
}
