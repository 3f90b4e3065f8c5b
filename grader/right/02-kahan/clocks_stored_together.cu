// tasks: matmul_kahan_timed
// how: a launch before the timed one packs b; all threads read the clock, and thread 0 stores
// both times together, the earlier one last
// night: fifteen seconds of a core; first_time_in_shared_memory.cu takes one
#include "kahan.h"

#define BLOCK_SIZE 256

__global__ void pack_kernel(const float *b, int ldb, float *packed, int n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < (size_t)n * n)
        packed[i] = b[i / n * ldb + i % n];
}

__global__ void product_kernel(const float *a, int lda, const float *b, float *c, int ldc,
                               int n, long long *start, long long *stop)
{
    long long began = clock64();
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < (size_t)n * n) {
        size_t row = i / n, col = i % n;
        float sum = 0, excess = 0;
        for (int l = 0; l < n; l++) {
            float term = a[row * lda + l] * b[(size_t)l * n + col] - excess;
            float next = sum + term;
            excess = (next - sum) - term;
            sum = next;
        }
        c[row * ldc + col] = sum;
    }
    __syncthreads(); // the block is done when its last thread is
    long long ended = clock64();
    if (threadIdx.x == 0) {
        stop[blockIdx.x] = ended;
        start[blockIdx.x] = began;
    }
}

EXPORT void matmul_kahan_timed(const float *d_a, int lda, const float *d_b, int ldb, float *d_c,
                               int ldc, int n, long long *d_start, long long *d_stop)
{
    if (n == 0)
        return;
    float *d_packed;
    unsigned blocks = blocks_for((size_t)n * n, BLOCK_SIZE);
    CHECK(cudaMalloc(&d_packed, (size_t)n * n * sizeof(float)));
    pack_kernel<<<blocks, BLOCK_SIZE>>>(d_b, ldb, d_packed, n);
    CHECK(cudaGetLastError());
    product_kernel<<<blocks, BLOCK_SIZE>>>(d_a, lda, d_packed, d_c, ldc, n, d_start, d_stop);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(d_packed));
}
