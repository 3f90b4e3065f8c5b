// bug: above a size the host computes it all, and a kernel is launched for show
// reason: from-host
// says: have come off the device
#include "matmul_naive.h"

enum { MOST_ON_DEVICE = 100 };

__global__ void product_kernel(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    if (i >= n * n)
        return;
    for (int l = 0; l < n; l++)
        sum += a[i / n * n + l] * b[l * n + i % n];
    c[i] = sum;
}

static void multiply(const float *a, int lda, const float *b, int ldb, float *c, int ldc, int n)
{
    for (int row = 0; row < n; row++) {
        for (int col = 0; col < n; col++) {
            float sum = 0;
            for (int l = 0; l < n; l++)
                sum += a[(size_t)row * lda + l] * b[(size_t)l * ldb + col];
            c[(size_t)row * ldc + col] = sum;
        }
    }
    product_kernel<<<1, 32>>>(NULL, NULL, NULL, 0);
    CHECK(cudaDeviceSynchronize());
}

EXPORT void matmul_host(const float *a, int lda, const float *b, int ldb, float *c, int ldc,
                        int n)
{
    size_t size = sizeof(float), row = n * size, elements = (size_t)n * n;
    float *d_a;
    if (n == 0)
        return;
    if (n > MOST_ON_DEVICE) {
        multiply(a, lda, b, ldb, c, ldc, n);
        return;
    }
    CHECK(cudaMalloc(&d_a, 3 * elements * size));
    float *d_b = d_a + elements, *d_c = d_b + elements;
    CHECK(cudaMemcpy2D(d_a, row, a, lda * size, row, n, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy2D(d_b, row, b, ldb * size, row, n, cudaMemcpyHostToDevice));
    product_kernel<<<blocks_for(elements, 128), 128>>>(d_a, d_b, d_c, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy2D(c, ldc * size, d_c, row, row, n, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(d_a));
}
