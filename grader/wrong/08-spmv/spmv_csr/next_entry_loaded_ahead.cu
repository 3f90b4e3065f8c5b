// bug: the next entry is loaded before the row ends
// reason: out-of-bounds
// says: read of col
// only: out-of-bounds
#include "spmv.h"

#define BLOCK_SIZE 128

__global__ void csr_kernel(struct csr a, const float *x, float *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= a.rows)
        return;
    float sum = 0;
    int k = a.d_starts[row], end = a.d_starts[row + 1], col = k < end ? a.d_col[k] : 0;
    for (; k < end; k++) {
        int next = a.d_col[k + 1];
        sum += a.d_value[k] * x[col];
        col = next;
    }
    y[row] = sum;
}

EXPORT void spmv_csr(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    csr_kernel<<<blocks_for(a.rows, BLOCK_SIZE), BLOCK_SIZE>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
