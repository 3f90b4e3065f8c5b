// bug: quads of a are read where a begins where a quad may, but its rows are not asked
// reason: misaligned
// says: of a, an address that is no multiple of 16
#include "kahan.h"

#define GRID blocks_for((size_t)n *n, 256)

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
    int l = 0;
    if ((size_t)a % sizeof(float4) == 0 && n % 4 == 0)
        for (; l < n; l += 4) {
            float4 quad = *(const float4 *)&a[row * lda + l];
            total = add(total, quad.x * b[(size_t)l * ldb + col]);
            total = add(total, quad.y * b[(size_t)(l + 1) * ldb + col]);
            total = add(total, quad.z * b[(size_t)(l + 2) * ldb + col]);
            total = add(total, quad.w * b[(size_t)(l + 3) * ldb + col]);
        }
    for (; l < n; l++)
        total = add(total, a[row * lda + l] * b[(size_t)l * ldb + col]);
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
