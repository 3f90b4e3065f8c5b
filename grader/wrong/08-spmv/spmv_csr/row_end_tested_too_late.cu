// bug: loads four columns, then asks
// reason: out-of-bounds
// says: does the line need a guard
// only: out-of-bounds
#include "spmv.h"

__global__ void csr_kernel(struct csr a, const float *x, float *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= a.rows)
        return;
    float sum = 0;
    int end = a.d_starts[row + 1];
    for (int k = a.d_starts[row]; k < end; k += 4)
        for (int i = k; i < k + 4; i++)
            if (a.d_col[i] >= 0 && i < end)
                sum += a.d_value[i] * x[a.d_col[i]];
    y[row] = sum;
}

EXPORT void spmv_csr(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    csr_kernel<<<blocks_for(a.rows, 256), 256>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
