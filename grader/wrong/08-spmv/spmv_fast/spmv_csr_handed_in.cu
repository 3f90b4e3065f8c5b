// bug: a thread a row
// reason: technique
// says: wait for the one with a long row
// only: technique
#include "spmv.h"

#define BLOCK_SIZE 128

__global__ void csr_kernel(struct csr a, const float *x, float *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= a.rows)
        return;
    float sum = 0;
    for (int k = a.d_starts[row]; k < a.d_starts[row + 1]; k++)
        sum += a.d_value[k] * x[a.d_col[k]];
    y[row] = sum;
}

EXPORT void spmv_fast(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    csr_kernel<<<blocks_for(a.rows, BLOCK_SIZE), BLOCK_SIZE>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
