// tasks: matmul_host
// how: two streams that wait for each other by events, and a pinned buffer that is used again
// after one
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

static void take_rows(const float *packed, float *c, int ldc, int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            c[i * ldc + j] = packed[i * n + j];
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
    cudaStream_t multiplies, copies;
    cudaEvent_t copied, multiplied;
    float *d_a, *d_b, *d_c, *pinned;
    CHECK(cudaMalloc(&d_a, row * n));
    CHECK(cudaMalloc(&d_b, row * n));
    CHECK(cudaMalloc(&d_c, row * n));
    CHECK(cudaMallocHost(&pinned, row * n));
    CHECK(cudaStreamCreateWithFlags(&multiplies, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking));
    CHECK(cudaEventCreateWithFlags(&copied, cudaEventDisableTiming));
    CHECK(cudaEventCreateWithFlags(&multiplied, cudaEventDisableTiming));
    pack_rows(pinned, a, lda, n);
    CHECK(cudaMemcpyAsync(d_a, pinned, row * n, cudaMemcpyHostToDevice, copies));
    CHECK(cudaEventRecord(copied, copies));
    CHECK(cudaEventSynchronize(copied));
    pack_rows(pinned, b, ldb, n);
    CHECK(cudaMemcpyAsync(d_b, pinned, row * n, cudaMemcpyHostToDevice, copies));
    CHECK(cudaEventRecord(copied, copies));
    CHECK(cudaStreamWaitEvent(multiplies, copied, 0));
    product_kernel<<<blocks_for((size_t)n * n, 256), 256, 0, multiplies>>>(d_a, d_b, d_c, n);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(multiplied, multiplies));
    CHECK(cudaStreamWaitEvent(copies, multiplied, 0));
    CHECK(cudaMemcpyAsync(pinned, d_c, row * n, cudaMemcpyDeviceToHost, copies));
    while (cudaStreamQuery(copies) == cudaErrorNotReady)
        ;
    take_rows(pinned, c, ldc, n);
    CHECK(cudaEventDestroy(copied));
    CHECK(cudaEventDestroy(multiplied));
    CHECK(cudaStreamDestroy(multiplies));
    CHECK(cudaStreamDestroy(copies));
    CHECK(cudaFreeHost(pinned));
    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
    CHECK(cudaFree(d_c));
}
