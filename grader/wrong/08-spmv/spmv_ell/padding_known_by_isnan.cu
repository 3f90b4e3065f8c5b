// bug: padding is known by values that are no numbers
// reason: out-of-bounds
// pattern: ell_padding_multiplied
// says: read of x[-1]
#include "spmv.h"

__global__ void ell_kernel(struct ell a, const float *x, float *y)
{
    long long row = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= a.rows)
        return;
    float sum = 0;
    for (int k = 0; k < a.width; k++) {
        size_t at = (size_t)k * a.rows + row;
        if (!isnan(a.d_value[at]))
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
