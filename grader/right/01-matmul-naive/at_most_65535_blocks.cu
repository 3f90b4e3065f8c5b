// tasks: matmul_1d
// how: at most 65535 blocks, as devices once had, which go on in steps of the grid
// night: twelve seconds of a core; blocks_counted_in_double.cu takes less than one
#include "matmul_naive.h"

#define BLOCK_SIZE 256

__global__ void product_kernel(const float *a, int lda, const float *b, int ldb, float *c,
                               int ldc, int n)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < (size_t)n * n;
         i += (size_t)gridDim.x * blockDim.x) {
        size_t row = i / n, col = i % n;
        float sum = 0;
        for (int l = 0; l < n; l++)
            sum += a[row * lda + l] * b[(size_t)l * ldb + col];
        c[row * ldc + col] = sum;
    }
}

EXPORT void matmul_1d(const float *d_a, int lda, const float *d_b, int ldb, float *d_c, int ldc,
                      int n)
{
    if (n == 0)
        return;
    unsigned blocks = min(blocks_for((size_t)n * n, BLOCK_SIZE), 65535u);
    product_kernel<<<blocks, BLOCK_SIZE>>>(d_a, lda, d_b, ldb, d_c, ldc, n);
    CHECK(cudaGetLastError());
}
