// tasks: matmul_host
// how: memory of the host's heap, which it registers: a kernel writes the result there
#include "matmul_naive.h"
#include <stdlib.h>

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

/* Whole pages, of which nobody else has a part. */
static float *registered_pages(size_t bytes)
{
    const size_t page = 4096;
    void *pages = NULL;
    bytes = (bytes + page - 1) / page * page;
    if (posix_memalign(&pages, page, bytes) != 0)
        exit(1);
    CHECK(cudaHostRegister(pages, bytes, cudaHostRegisterMapped));
    return (float *)pages;
}

EXPORT void matmul_host(const float *a, int lda, const float *b, int ldb, float *c, int ldc,
                        int n)
{
    if (n == 0)
        return;
    size_t row = n * sizeof(float);
    float *d_a, *d_b, *mapped, *result = registered_pages(row * n);
    CHECK(cudaHostGetDevicePointer((void **)&mapped, result, 0));
    CHECK(cudaMalloc((void **)&d_a, row * n));
    CHECK(cudaMalloc((void **)&d_b, row * n));
    CHECK(cudaMemcpy2D(d_a, row, a, lda * sizeof *a, row, n, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy2D(d_b, row, b, ldb * sizeof *b, row, n, cudaMemcpyHostToDevice));
    product_kernel<<<blocks_for((size_t)n * n, 256), 256>>>(d_a, d_b, mapped, n);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            c[i * ldc + j] = result[i * n + j];
    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
    CHECK(cudaHostUnregister(result));
    free(result);
}
