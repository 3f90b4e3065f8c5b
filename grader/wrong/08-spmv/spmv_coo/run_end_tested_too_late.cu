// bug: a run of entries reads the row behind the last one
// reason: out-of-bounds
// says: read of row
// only: out-of-bounds
#include "spmv.h"

#define BLOCK_SIZE 128

__global__ void coo_kernel(struct coo a, const float *x, float *y)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= a.nnz || (k > 0 && a.d_row[k - 1] == a.d_row[k]))
        return;
    int row = a.d_row[k];
    float sum = 0;
    do {
        sum += a.d_value[k] * x[a.d_col[k]];
        k++;
    } while (a.d_row[k] == row && k < a.nnz);
    atomicAdd(&y[row], sum);
}

EXPORT void spmv_coo(struct coo a, const float *d_x, float *d_y)
{
    CHECK(cudaMemset(d_y, 0, a.rows * sizeof *d_y));
    if (a.nnz == 0)
        return;
    coo_kernel<<<blocks_for(a.nnz, BLOCK_SIZE), BLOCK_SIZE>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
