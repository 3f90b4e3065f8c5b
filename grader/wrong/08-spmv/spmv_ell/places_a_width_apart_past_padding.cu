// bug: the same, and padding does not end the row
// reason: wrong
// pattern: ell_by_width
// says: it is `rows` further
#include "spmv.h"

__global__ void ell_kernel(struct ell a, const float *x, float *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= a.rows)
        return;
    float sum = 0;
    for (int k = 0; k < a.width; k++) {
        size_t at = (size_t)k * a.width + row;
        if (a.d_col[at] < 0)
            continue;
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
