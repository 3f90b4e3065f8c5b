// bug: the lanes of a warp share a row, as if by CSR
// reason: technique
// says: neighbouring words
// only: technique
#include "spmv.h"

__global__ void ell_kernel(struct ell a, const float *x, float *y)
{
    long long row = ((long long)blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (row >= a.rows)
        return;
    for (int k = threadIdx.x % 32; k < a.width; k += 32) {
        size_t at = (size_t)k * a.rows + row;
        if (a.d_col[at] >= 0)
            atomicAdd(&y[row], a.d_value[at] * x[a.d_col[at]]);
    }
}

EXPORT void spmv_ell(struct ell a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    CHECK(cudaMemset(d_y, 0, a.rows * sizeof *d_y));
    ell_kernel<<<blocks_for((size_t)a.rows * 32, 128), 128>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
