// bug: a quarter of the bytes of y
// reason: wrong
// pattern: right-from-zeros
// says: right only where y held zeros before
#include "spmv.h"

__global__ void coo_kernel(struct coo a, const float *x, float *y)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < a.nnz)
        atomicAdd(&y[a.d_row[k]], a.d_value[k] * x[a.d_col[k]]);
}

EXPORT void spmv_coo(struct coo a, const float *d_x, float *d_y)
{
    CHECK(cudaMemset(d_y, 0, a.rows));
    if (a.nnz == 0)
        return;
    coo_kernel<<<blocks_for(a.nnz, 256), 256>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
