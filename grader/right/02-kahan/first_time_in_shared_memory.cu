// tasks: matmul_kahan_timed
// how: the first time waits in shared memory, and thread 0 stores both where all are done
#include "kahan.h"

#define BLOCK_SIZE 256

__global__ void product_kernel(const float *a, int lda, const float *b, int ldb, float *c,
                               int ldc, int n, long long *start, long long *stop)
{
    __shared__ long long began;
    if (threadIdx.x == 0)
        began = clock64();
    size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    if (i < (size_t)n * n) {
        const float *row = a + i / n * lda, *column = b + i % n;
        float sum = 0, excess = 0;
        for (int l = 0; l < n; l++) {
            float term = row[l] * column[(size_t)l * ldb] - excess;
            float next = sum + term;
            excess = (next - sum) - term;
            sum = next;
        }
        c[i / n * ldc + i % n] = sum;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        start[blockIdx.x] = began;
        stop[blockIdx.x] = clock64();
    }
}

EXPORT void matmul_kahan_timed(const float *d_a, int lda, const float *d_b, int ldb, float *d_c,
                               int ldc, int n, long long *d_start, long long *d_stop)
{
    if (n == 0)
        return;
    product_kernel<<<blocks_for((size_t)n * n, BLOCK_SIZE), BLOCK_SIZE>>>(
        d_a, lda, d_b, ldb, d_c, ldc, n, d_start, d_stop);
    CHECK(cudaGetLastError());
}
