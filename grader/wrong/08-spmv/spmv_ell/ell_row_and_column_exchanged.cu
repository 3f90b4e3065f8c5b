// bug: y by column, x by row
// reason: wrong
// pattern: ell_transposed
// says: the product with A transposed
#include "spmv.h"

__global__ void ell_kernel(struct ell a, const float *x, float *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= a.rows)
        return;
    for (int k = 0; k < a.width; k++) {
        size_t at = (size_t)k * a.rows + row;
        if (a.d_col[at] < 0)
            break;
        atomicAdd(&y[a.d_col[at]], a.d_value[at] * x[row]);
    }
}

EXPORT void spmv_ell(struct ell a, const float *d_x, float *d_y)
{
    CHECK(cudaMemset(d_y, 0, a.rows * sizeof *d_y));
    if (a.rows == 0)
        return;
    ell_kernel<<<blocks_for(a.rows, 256), 256>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
