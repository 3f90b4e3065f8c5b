// bug: the compensation is begun anew with each tile of 256 terms
// reason: wrong
// pattern: dropped
// says: begun anew for each tile
#include "kahan.h"

#define GRID blocks_for((size_t)n *n, 256)
#define TILE 256

struct kahan {
    float sum, excess;
};

static __device__ struct kahan add(struct kahan total, float x)
{
    float wanted = x - total.excess;
    float sum = total.sum + wanted;
    struct kahan next = {sum, (sum - total.sum) - wanted};
    return next;
}

__global__ void product_kernel(const float *a, int lda, const float *b, int ldb, float *c,
                               int ldc, int n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x, row = i / n, col = i % n;
    if (i >= (size_t)n * n)
        return;
    struct kahan total = {0, 0};
    for (int l = 0; l < n; l++) {
        if (l % TILE == 0)
            total.excess = 0;
        total = add(total, a[row * lda + l] * b[(size_t)l * ldb + col]);
    }
    c[row * ldc + col] = total.sum;
}

EXPORT void matmul_kahan(const float *d_a, int lda, const float *d_b, int ldb, float *d_c,
                         int ldc, int n)
{
    if (n == 0)
        return;
    product_kernel<<<GRID, 256>>>(d_a, lda, d_b, ldb, d_c, ldc, n);
    CHECK(cudaGetLastError());
}
