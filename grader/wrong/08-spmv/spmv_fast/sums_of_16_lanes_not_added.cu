// bug: 16 threads a row, and no tree
// reason: wrong
// pattern: csr_first_of_32
// also: csr_first_of_16
// says: only the first one's sum is stored
#include "spmv.h"

#define BLOCK_SIZE 128

__global__ void csr_kernel(struct csr a, const float *x, float *y)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 16, lane = threadIdx.x % 16;
    if (row >= a.rows)
        return;
    float sum = 0;
    for (int k = a.d_starts[row] + lane; k < a.d_starts[row + 1]; k += 16)
        sum += a.d_value[k] * x[a.d_col[k]];
    if (lane == 0)
        y[row] = sum;
}

EXPORT void spmv_fast(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    csr_kernel<<<blocks_for((size_t)a.rows * 16, BLOCK_SIZE), BLOCK_SIZE>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
