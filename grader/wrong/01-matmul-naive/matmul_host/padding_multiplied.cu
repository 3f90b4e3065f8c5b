// bug: uses padding that nobody filled
// reason: uninitialised
// says: nothing has written
// only: uninitialised
#include "matmul_naive.h"

__global__ void product_kernel(const float *a, const float *b, float *c, int n, int pitch)
{
    int row = blockIdx.x, col = threadIdx.x + blockIdx.y * blockDim.x;
    if (col >= pitch)
        return;
    float sum = 0;
    for (int l = 0; l < n; l++)
        sum += a[row * pitch + l] * b[l * pitch + col];
    c[row * pitch + col] = sum;
}

// The matrix in rows of `pitch` elements, of which the last ones stay as they are.
static float *to_device(const float *matrix, int ld, int n, int pitch)
{
    float *d_matrix;
    CHECK(cudaMalloc(&d_matrix, (size_t)n * pitch * sizeof(float)));
    CHECK(cudaMemcpy2D(d_matrix, pitch * sizeof(float), matrix, ld * sizeof(float),
                       n * sizeof(float), n, cudaMemcpyHostToDevice));
    return d_matrix;
}

EXPORT void matmul_host(const float *a, int lda, const float *b, int ldb, float *c, int ldc,
                        int n)
{
    if (n == 0)
        return;
    float *d_c;
    int pitch = (n + 31) / 32 * 32;
    float *d_a = to_device(a, lda, n, pitch), *d_b = to_device(b, ldb, n, pitch);
    CHECK(cudaMalloc(&d_c, (size_t)n * pitch * sizeof(float)));
    product_kernel<<<dim3(n, pitch / 32), 32>>>(d_a, d_b, d_c, n, pitch);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy2D(c, ldc * sizeof(float), d_c, pitch * sizeof(float), n * sizeof(float), n,
                       cudaMemcpyDeviceToHost));
    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
    CHECK(cudaFree(d_c));
}
