// bug: b is put into the pinned buffer from which a may not have been copied yet
// reason: race
// says: may still be under way, which reads it: wait first
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
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    float *d_a, *d_b, *d_c, *pinned;
    CHECK(cudaMalloc(&d_a, row * n));
    CHECK(cudaMalloc(&d_b, row * n));
    CHECK(cudaMalloc(&d_c, row * n));
    CHECK(cudaMallocHost(&pinned, row * n));
    pack_rows(pinned, a, lda, n);
    CHECK(cudaMemcpyAsync(d_a, pinned, row * n, cudaMemcpyHostToDevice, stream));
    pack_rows(pinned, b, ldb, n);
    CHECK(cudaMemcpyAsync(d_b, pinned, row * n, cudaMemcpyHostToDevice, stream));
    product_kernel<<<blocks_for((size_t)n * n, 256), 256, 0, stream>>>(d_a, d_b, d_c, n);
    CHECK(cudaGetLastError());
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaMemcpy2D(c, ldc * sizeof(float), d_c, row, row, n, cudaMemcpyDeviceToHost));
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFreeHost(pinned));
    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
    CHECK(cudaFree(d_c));
}
