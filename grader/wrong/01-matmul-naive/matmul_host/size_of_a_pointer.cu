// bug: rows in the size of a pointer, twice that of a float
// reason: crashed
// says: bytes from past the end of an array, or to there
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
    size_t w = (size_t)n * sizeof(a);
    CHECK(cudaMalloc(&da, w * n));
    CHECK(cudaMalloc(&db, w * n));
    CHECK(cudaMalloc(&dc, w * n));
    CHECK(cudaMemcpy2D(da, w, a, lda * sizeof(a), w, n, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy2D(db, w, b, ldb * sizeof(b), w, n, cudaMemcpyHostToDevice));
    mm<<<blocks_for((size_t)n * n, 256), 256>>>(da, db, dc, n);
    CHECK(cudaMemcpy2D(c, ldc * sizeof(c), dc, w, w, n, cudaMemcpyDeviceToHost));
    cudaFree(da);
    cudaFree(db);
    cudaFree(dc);
}
