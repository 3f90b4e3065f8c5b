// bug: the host multiplies, a kernel fetches it
// reason: from-host
// says: the host has copied it
#include "tiled.h"
#include <stdlib.h>

__global__ void fetch_kernel(const float *from, float *to, int count)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        to[i] = from[i];
}

static void multiply_row(const float *a, const float *b, float *c, int n, int k)
{
    for (int col = 0; col < n; col++) {
        c[col] = 0;
        for (int i = 0; i < k; i++)
            c[col] += a[i] * b[i * n + col];
    }
}

EXPORT void matmul_tiled(const float *d_a, const float *d_b, float *d_c, int m, int n, int k)
{
    if (m == 0 || n == 0)
        return;
    float *a = (float *)malloc((m * k + 1) * sizeof(float)), *d_product;
    float *b = (float *)malloc((k * n + 1) * sizeof(float));
    float *row = (float *)malloc(n * sizeof(float));
    CHECK(cudaMemcpy(a, d_a, m * k * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(b, d_b, k * n * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaMalloc(&d_product, m * n * sizeof(float)));
    for (int i = 0; i < m; i++) {
        multiply_row(a + i * k, b, row, n, k);
        CHECK(cudaMemcpy(d_product + i * n, row, n * sizeof(float), cudaMemcpyHostToDevice));
    }
    fetch_kernel<<<64, 256>>>(d_product, d_c, m * n);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(d_product));
    free(a);
    free(b);
    free(row);
}
