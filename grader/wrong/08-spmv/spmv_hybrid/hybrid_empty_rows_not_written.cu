// bug: a row without entries is left alone
// reason: wrong
// pattern: hybrid_left_at_padding
// also: hybrid_empty_left
// says: empty rows are never written
#include "spmv.h"

__global__ void ell_kernel(struct ell a, const float *x, float *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= a.rows || (a.width > 0 && a.d_col[row] < 0))
        return;
    float sum = 0;
    for (int k = 0; k < a.width; k++) {
        size_t at = (size_t)k * a.rows + row;
        if (a.d_col[at] < 0)
            break;
        sum += a.d_value[at] * x[a.d_col[at]];
    }
    y[row] = sum;
}

__global__ void coo_kernel(struct coo a, const float *x, float *y)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < a.nnz)
        atomicAdd(&y[a.d_row[k]], a.d_value[k] * x[a.d_col[k]]);
}

EXPORT void spmv_hybrid(struct ell a, struct coo rest, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    ell_kernel<<<blocks_for(a.rows, 256), 256>>>(a, d_x, d_y);
    if (rest.nnz > 0)
        coo_kernel<<<blocks_for(rest.nnz, 256), 256>>>(rest, d_x, d_y);
    CHECK(cudaGetLastError());
}
