// tasks: matmul_host
// how: one allocation for all three, copies row by row, on a stream of its own
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
    size_t elements = (size_t)n * n, row = n * sizeof(float);
    cudaStream_t stream;
    float *d_a;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaMalloc(&d_a, 3 * elements * sizeof(float)));
    float *d_b = d_a + elements, *d_c = d_b + elements;
    for (int i = 0; i < n; i++) {
        CHECK(cudaMemcpyAsync(d_a + i * n, a + i * lda, row, cudaMemcpyHostToDevice, stream));
        CHECK(cudaMemcpyAsync(d_b + i * n, b + i * ldb, row, cudaMemcpyHostToDevice, stream));
    }
    product_kernel<<<blocks_for(elements, 64), 64, 0, stream>>>(d_a, d_b, d_c, n);
    CHECK(cudaGetLastError());
    for (int i = 0; i < n; i++)
        CHECK(cudaMemcpyAsync(c + i * ldc, d_c + i * n, row, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaFree(d_a));
    CHECK(cudaStreamDestroy(stream));
}
