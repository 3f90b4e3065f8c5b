// bug: lda elements are loaded of the last row, too, of which n exist
// reason: out-of-bounds
// says: which has 1055 elements
// only: out-of-bounds
#include "kahan.h"

__global__ void k(const float *a, int lda, const float *b, int ldb, float *c, int ldc, int n)
{
    int row = blockIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
    extern __shared__ float ra[];
    for (int l = threadIdx.x; l < lda; l += blockDim.x)
        ra[l] = a[(size_t)row * lda + l];
    __syncthreads();
    if (col >= n)
        return;
    float s = 0, e = 0;
    for (int l = 0; l < n; l++) {
        float y = ra[l] * b[(size_t)l * ldb + col] - e, t = s + y;
        e = (t - s) - y;
        s = t;
    }
    c[(size_t)row * ldc + col] = s;
}
EXPORT void matmul_kahan(const float *d_a, int lda, const float *d_b, int ldb, float *d_c,
                         int ldc, int n)
{
    if (n)
        k<<<dim3(blocks_for(n, 128), n), 128, lda * sizeof(float)>>>(d_a, lda, d_b, ldb, d_c,
                                                                     ldc, n);
}
