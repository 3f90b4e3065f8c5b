// bug: c is registered and never unregistered
// reason: leak
// says: one cudaHostUnregister for each cudaHostRegister
#include "matmul_naive.h"

__global__ void mm(const float *a, const float *b, float *c, int n)
{
    size_t idx = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (idx >= (size_t)n * n)
        return;
    int row = idx / n, col = idx % n;
    float s = 0;
    for (int k = 0; k < n; ++k)
        s += a[(size_t)row * n + k] * b[(size_t)k * n + col];
    c[idx] = s;
}

EXPORT void matmul_host(const float *a, int lda, const float *b, int ldb, float *c, int ldc,
                        int n)
{
    float *da, *db, *dc;
    if (n == 0)
        return;
    size_t w = (size_t)n * sizeof(float);
    CHECK(cudaHostRegister(c, ((size_t)(n - 1) * ldc + n) * sizeof(float),
                           cudaHostRegisterDefault));
    CHECK(cudaMalloc(&da, w * n));
    CHECK(cudaMalloc(&db, w * n));
    CHECK(cudaMalloc(&dc, w * n));
    CHECK(cudaMemcpy2D(da, w, a, lda * sizeof(float), w, n, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy2D(db, w, b, ldb * sizeof(float), w, n, cudaMemcpyHostToDevice));
    mm<<<blocks_for((size_t)n * n, 256), 256>>>(da, db, dc, n);
    CHECK(cudaMemcpy2D(c, ldc * sizeof(float), dc, w, w, n, cudaMemcpyDeviceToHost));
    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
}
