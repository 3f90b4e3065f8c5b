// bug: a function of the host brings c home, and nobody waits until the stream has called it
// reason: race
// says: race in host memory: the function has returned, and its caller reads it
// only: race
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

struct rows {
    float *packed, *c;
    int ldc, n;
};

static void take_rows(void *argument)
{
    struct rows *rows = (struct rows *)argument;
    for (int i = 0; i < rows->n; i++)
        for (int j = 0; j < rows->n; j++)
            rows->c[i * rows->ldc + j] = rows->packed[i * rows->n + j];
    free(rows->packed);
    free(rows);
}

EXPORT void matmul_host(const float *a, int lda, const float *b, int ldb, float *c, int ldc,
                        int n)
{
    if (n == 0)
        return;
    size_t row = n * sizeof(float);
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    float *d_a, *d_b, *d_c;
    CHECK(cudaMalloc(&d_a, row * n));
    CHECK(cudaMalloc(&d_b, row * n));
    CHECK(cudaMalloc(&d_c, row * n));
    CHECK(cudaMemcpy2D(d_a, row, a, lda * sizeof(float), row, n, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy2D(d_b, row, b, ldb * sizeof(float), row, n, cudaMemcpyHostToDevice));
    product_kernel<<<blocks_for((size_t)n * n, 256), 256, 0, stream>>>(d_a, d_b, d_c, n);
    CHECK(cudaGetLastError());
    struct rows *rows = (struct rows *)malloc(sizeof *rows);
    *rows = {(float *)malloc(row * n), c, ldc, n};
    CHECK(cudaMemcpy(rows->packed, d_c, row * n, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
    CHECK(cudaFree(d_c));
    CHECK(cudaLaunchHostFunc(stream, take_rows, rows));
    CHECK(cudaStreamDestroy(stream));
}
