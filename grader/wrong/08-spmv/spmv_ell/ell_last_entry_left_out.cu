// bug: the entry before padding is lost
// reason: wrong
// pattern: ell_last_left_out
// says: the last entry of each row is left
#include "spmv.h"

__global__ void ell_kernel(struct ell a, const float *x, float *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= a.rows)
        return;
    float sum = 0;
    for (int k = 0; k < a.width; k++) {
        size_t at = (size_t)k * a.rows + row;
        if (k + 1 == a.width || a.d_col[at] < 0 || a.d_col[at + a.rows] < 0)
            break;
        sum += a.d_value[at] * x[a.d_col[at]];
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
