// tasks: matmul_host
// how: cudaMallocPitch chooses the device's leading dimensions
#include "matmul_naive.h"

__global__ void product_kernel(const float *a, const float *b, float *c, size_t ld, int n)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || col >= n)
        return;
    float sum = 0;
    for (int l = 0; l < n; l++)
        sum += a[row * ld + l] * b[l * ld + col];
    c[row * ld + col] = sum;
}

EXPORT void matmul_host(const float *a, int lda, const float *b, int ldb, float *c, int ldc,
                        int n)
{
    if (n == 0)
        return;
    size_t row = n * sizeof(float), pitch;
    float *d_a, *d_b, *d_c;
    CHECK(cudaMallocPitch((void **)&d_a, &pitch, row, n)); // the same pitch for the same width
    CHECK(cudaMallocPitch((void **)&d_b, &pitch, row, n));
    CHECK(cudaMallocPitch((void **)&d_c, &pitch, row, n));
    CHECK(cudaMemcpy2D(d_a, pitch, a, lda * sizeof(float), row, n, cudaMemcpyDefault));
    CHECK(cudaMemcpy2D(d_b, pitch, b, ldb * sizeof(float), row, n, cudaMemcpyDefault));
    dim3 grid(blocks_for(n, 32), blocks_for(n, 32)), block(32, 32);
    product_kernel<<<grid, block>>>(d_a, d_b, d_c, pitch / sizeof(float), n);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy2D(c, ldc * sizeof(float), d_c, pitch, row, n, cudaMemcpyDefault));
    CHECK(cudaFree(d_c));
    CHECK(cudaFree(d_b));
    CHECK(cudaFree(d_a));
}
