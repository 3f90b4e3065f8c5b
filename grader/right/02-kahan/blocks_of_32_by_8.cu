// tasks: matmul_kahan
// how: a 2-D grid of 32 x 8 blocks
#include "kahan.h"

__global__ void product_kernel(const float *a, int lda, const float *b, int ldb, float *c,
                               int ldc, int n)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x,
        row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || col >= n)
        return;
    float sum = 0, excess = 0;
    for (int l = 0; l < n; l++) {
        float wanted = a[(size_t)row * lda + l] * b[(size_t)l * ldb + col] - excess;
        float next = sum + wanted;
        excess = (next - sum) - wanted;
        sum = next;
    }
    c[(size_t)row * ldc + col] = sum;
}

EXPORT void matmul_kahan(const float *d_a, int lda, const float *d_b, int ldb, float *d_c,
                         int ldc, int n)
{
    if (n == 0)
        return;
    dim3 block(32, 8), grid(blocks_for(n, 32), blocks_for(n, 8));
    product_kernel<<<grid, block>>>(d_a, lda, d_b, ldb, d_c, ldc, n);
    CHECK(cudaGetLastError());
}
