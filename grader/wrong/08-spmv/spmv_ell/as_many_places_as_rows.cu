// bug: the loop ends at the number of rows, as a listing in print has it, and not at the width
// reason: out-of-bounds
// says: read of col[12], which has 12 elements
#include "spmv.h"

__global__ void ell_kernel(struct ell a, const float *x, float *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= a.rows)
        return;
    float sum = 0;
    for (int k = 0; k < a.rows; k++) {
        int col = a.d_col[k * a.rows + row];
        if (col >= 0)
            sum += a.d_value[k * a.rows + row] * x[col];
    }
    y[row] = sum;
}

EXPORT void spmv_ell(struct ell a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    ell_kernel<<<blocks_for(a.rows, 256), 256>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
