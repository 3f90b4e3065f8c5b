// bug: x is read at the entry's row
// reason: wrong
// pattern: coo_x_by_row
// says: that says which x
#include "spmv.h"

__global__ void coo_kernel(struct coo a, const float *x, float *y)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < a.nnz)
        atomicAdd(&y[a.d_row[k]], a.d_value[k] * x[a.d_row[k]]);
}

EXPORT void spmv_coo(struct coo a, const float *d_x, float *d_y)
{
    CHECK(cudaMemset(d_y, 0, a.rows * sizeof *d_y));
    if (a.nnz == 0)
        return;
    coo_kernel<<<blocks_for(a.nnz, 256), 256>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
