// bug: value[row] for value[k]
// reason: wrong
// pattern: csr_value_by_row
// says: value[k] is meant
#include "spmv.h"

__global__ void csr_kernel(struct csr a, const float *x, float *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= a.rows)
        return;
    float sum = 0;
    for (int k = a.d_starts[row]; k < a.d_starts[row + 1]; k++)
        sum += a.d_value[row] * x[a.d_col[k]];
    y[row] = sum;
}

EXPORT void spmv_csr(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    csr_kernel<<<blocks_for(a.rows, 256), 256>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
