// bug: keeps a column in 16 bits
// reason: wrong
// pattern: coo_columns_of_16_bits
// says: is a column kept in a short
#include "spmv.h"

__global__ void coo_kernel(struct coo a, const float *x, float *y)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= a.nnz)
        return;
    unsigned short col = (unsigned short)a.d_col[k];
    atomicAdd(&y[a.d_row[k]], a.d_value[k] * x[col]);
}

EXPORT void spmv_coo(struct coo a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    CHECK(cudaMemset(d_y, 0, a.rows * sizeof *d_y));
    if (a.nnz == 0)
        return;
    coo_kernel<<<blocks_for(a.nnz, 256), 256>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
