// bug: one thread for all entries
// reason: technique
// says: threads of a warp load together
// only: technique
#include "spmv.h"

__global__ void coo_kernel(struct coo a, const float *x, float *y)
{
    for (int row = 0; row < a.rows; row++)
        y[row] = 0;
    for (int k = 0; k < a.nnz; k++)
        y[a.d_row[k]] += a.d_value[k] * x[a.d_col[k]];
}

EXPORT void spmv_coo(struct coo a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    coo_kernel<<<1, 1>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
