// bug: one thread for all rows
// reason: technique
// says: threads of a warp load together
// only: technique
#include "spmv.h"

__global__ void csr_kernel(struct csr a, const float *x, float *y)
{
    for (int row = 0; row < a.rows; row++) {
        float sum = 0;
        for (int k = a.d_starts[row]; k < a.d_starts[row + 1]; k++)
            sum += a.d_value[k] * x[a.d_col[k]];
        y[row] = sum;
    }
}

EXPORT void spmv_csr(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    csr_kernel<<<1, 1>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
