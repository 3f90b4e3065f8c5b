// bug: a stream and an event are created in each call, and never destroyed
// reason: leak
// says: 2 streams or events were not destroyed
#include "matmul_naive.h"

__global__ void k(const float *a, const float *b, float *c, int n)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y,
        col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n || col >= n)
        return;
    float s = 0;
    for (int l = 0; l < n; l++)
        s += a[row * n + l] * b[l * n + col];
    c[row * n + col] = s;
}
EXPORT void matmul_host(const float *a, int lda, const float *b, int ldb, float *c, int ldc,
                        int n)
{
    if (n == 0)
        return;
    float *da, *db, *dc;
    size_t w = n * sizeof(float);
    cudaStream_t s;
    cudaEvent_t done;
    CHECK(cudaStreamCreate(&s));
    CHECK(cudaEventCreate(&done));
    CHECK(cudaMalloc(&da, w * n));
    CHECK(cudaMalloc(&db, w * n));
    CHECK(cudaMalloc(&dc, w * n));
    CHECK(cudaMemcpy2DAsync(da, w, a, lda * sizeof(float), w, n, cudaMemcpyHostToDevice, s));
    CHECK(cudaMemcpy2DAsync(db, w, b, ldb * sizeof(float), w, n, cudaMemcpyHostToDevice, s));
    k<<<dim3(blocks_for(n, 16), blocks_for(n, 16)), dim3(16, 16), 0, s>>>(da, db, dc, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy2DAsync(c, ldc * sizeof(float), dc, w, w, n, cudaMemcpyDeviceToHost, s));
    CHECK(cudaEventRecord(done, s));
    CHECK(cudaEventSynchronize(done));
    CHECK(cudaFree(da));
    CHECK(cudaFree(db));
    CHECK(cudaFree(dc));
}
