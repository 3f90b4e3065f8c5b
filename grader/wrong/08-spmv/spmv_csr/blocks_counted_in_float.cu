// bug: the number of blocks is computed in float, which counts to 2^24
// reason: wrong
// pattern: tail-unwritten
// says: from element 16778240 on nothing was written
#include "spmv.h"

#define BLOCK_SIZE 256

__global__ void csr_kernel(struct csr a, const float *x, float *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= a.rows)
        return;
    float sum = 0;
    for (int i = a.d_starts[row]; i < a.d_starts[row + 1]; i++)
        sum += a.d_value[i] * x[a.d_col[i]];
    y[row] = sum;
}

EXPORT void spmv_csr(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    csr_kernel<<<(unsigned)ceilf((float)a.rows / BLOCK_SIZE), BLOCK_SIZE>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
