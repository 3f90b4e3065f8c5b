// bug: a thread a row walks through all entries, to find its own
// reason: technique
// says: and it is far too much work
// only: technique
#include "spmv.h"

__global__ void coo_kernel(struct coo a, const float *x, float *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= a.rows)
        return;
    float sum = 0;
    for (int k = 0; k < a.nnz; k++)
        if (a.d_row[k] == row)
            sum += a.d_value[k] * x[a.d_col[k]];
    y[row] = sum;
}

EXPORT void spmv_coo(struct coo a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    coo_kernel<<<blocks_for(a.rows, 256), 256>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
