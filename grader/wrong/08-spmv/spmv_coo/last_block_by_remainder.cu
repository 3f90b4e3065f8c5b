// bug: nnz % 256 for the entries of the last block, which is 0 where all blocks are whole
// reason: wrong
// pattern: coo_last_block_lost
// says: no length of the last block
#include "spmv.h"

__global__ void coo_kernel(struct coo a, const float *x, float *y)
{
    unsigned entries = blockIdx.x == gridDim.x - 1 ? a.nnz % 256 : 256;
    size_t k = (size_t)blockIdx.x * 256 + threadIdx.x;
    if (threadIdx.x < entries)
        atomicAdd(&y[a.d_row[k]], a.d_value[k] * x[a.d_col[k]]);
}

EXPORT void spmv_coo(struct coo a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    CHECK(cudaMemset(d_y, 0, a.rows * sizeof *d_y));
    if (a.nnz > 0)
        coo_kernel<<<blocks_for(a.nnz, 256), 256>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
