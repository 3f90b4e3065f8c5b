// bug: one warp strides over all rows
// reason: technique
// says: 32 threads do all for 200 rows
// only: technique
#include "spmv.h"

__global__ void csr_kernel(struct csr a, const float *x, float *y)
{
    for (int row = threadIdx.x; row < a.rows; row += 32) {
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
    csr_kernel<<<1, 32>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
