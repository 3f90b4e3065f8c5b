// bug: the sum is an int, as a listing in print has it
// reason: wrong
// pattern: csr_zeros
// also: csr_whole_sums
// says: is it an int
#include "spmv.h"

__global__ void csr_kernel(struct csr a, const float *x, float *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= a.rows)
        return;
    int sum = 0;
    for (int k = a.d_starts[row]; k < a.d_starts[row + 1]; k++)
        sum += a.d_value[k] * x[a.d_col[k]];
    y[row] = sum;
}

EXPORT void spmv_csr(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    csr_kernel<<<blocks_for(a.rows, 256), 256>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
