// bug: adds to the y of the column
// reason: wrong
// pattern: csr_transposed
// says: the product with A transposed
#include "spmv.h"

__global__ void csr_kernel(struct csr a, const float *x, float *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= a.rows)
        return;
    for (int k = a.d_starts[row]; k < a.d_starts[row + 1]; k++)
        atomicAdd(&y[a.d_col[k]], a.d_value[k] * x[row]);
}

EXPORT void spmv_csr(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    CHECK(cudaMemset(d_y, 0, a.rows * sizeof *d_y));
    csr_kernel<<<blocks_for(a.rows, 256), 256>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
