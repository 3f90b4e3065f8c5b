// bug: x[-1] is read; sums leave NaN out
// reason: out-of-bounds
// says: read of x[-1]
// only: out-of-bounds
#include "spmv.h"

__global__ void ell_kernel(struct ell a, const float *x, float *y)
{
    long long row = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= a.rows)
        return;
    float sum = 0;
    for (int k = 0; k < a.width; k++) {
        size_t at = (size_t)k * a.rows + row;
        float term = a.d_value[at] * x[a.d_col[at]];
        if (term == term)
            sum += term;
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
