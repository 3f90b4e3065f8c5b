// bug: the guard asks for rows, and there are nnz entries
// reason: wrong
// pattern: coo_guarded_by_rows
// says: the guard is by rows
#include "spmv.h"

__global__ void k(struct coo a, const float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < a.rows)
        atomicAdd(&y[a.d_row[i]], a.d_value[i] * x[a.d_col[i]]);
}
EXPORT void spmv_coo(struct coo a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    CHECK(cudaMemset(d_y, 0, a.rows * sizeof(float)));
    if (a.nnz)
        k<<<blocks_for(a.nnz, 256), 256>>>(a, d_x, d_y);
}
