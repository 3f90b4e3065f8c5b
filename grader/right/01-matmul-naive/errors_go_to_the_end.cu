// tasks: matmul_host
// how: an error jumps to where everything is freed, memory that was never allocated too
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

#define TRY(x)                                                                                 \
    do {                                                                                       \
        err = (x);                                                                             \
        if (err != cudaSuccess)                                                                \
            goto done;                                                                         \
    } while (0)

EXPORT void matmul_host(const float *a, int lda, const float *b, int ldb, float *c, int ldc,
                        int n)
{
    cudaError_t err = cudaSuccess;
    float *d[3] = {NULL, NULL, NULL};
    size_t w = (size_t)n * sizeof(float);
    if (n == 0)
        return;
    for (int i = 0; i < 3; i++)
        TRY(cudaMalloc((void **)&d[i], w * n));
    TRY(cudaMemcpy2D(d[0], w, a, (size_t)lda * sizeof(float), w, n, cudaMemcpyHostToDevice));
    TRY(cudaMemcpy2D(d[1], w, b, (size_t)ldb * sizeof(float), w, n, cudaMemcpyHostToDevice));
    mm<<<(unsigned)(((size_t)n * n + 255) / 256), 256>>>(d[0], d[1], d[2], n);
    TRY(cudaGetLastError());
    TRY(cudaDeviceSynchronize());
    TRY(cudaMemcpy2D(c, (size_t)ldc * sizeof(float), d[2], w, w, n, cudaMemcpyDeviceToHost));
done:
    if (err != cudaSuccess)
        fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(err));
    for (int i = 0; i < 3; i++)
        cudaFree(d[i]);
}
