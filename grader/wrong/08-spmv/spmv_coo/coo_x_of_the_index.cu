// bug: x[k] for x[col[k]]
// reason: out-of-bounds
// pattern: coo_x_by_index
// says: x is taken by the entry's index
#include "spmv.h"

__global__ void coo_kernel(struct coo a, const float *x, float *y)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < a.nnz)
        atomicAdd(&y[a.d_row[k]], a.d_value[k] * x[k]);
}

EXPORT void spmv_coo(struct coo a, const float *d_x, float *d_y)
{
    CHECK(cudaMemset(d_y, 0, a.rows * sizeof *d_y));
    if (a.nnz == 0)
        return;
    coo_kernel<<<blocks_for(a.nnz, 256), 256>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
