// bug: the loop over places ends at nnz / rows
// reason: wrong
// pattern: ell_average
// says: only as many places of each row count
#include "spmv.h"
__global__ void k(struct ell a, const float *x, float *y)
{
    int r = blockIdx.x * 256 + threadIdx.x;
    if (r >= a.rows)
        return;
    float s = 0;
    for (int p = 0; p < a.nnz / a.rows; p++) {
        size_t at = (size_t)p * a.rows + r;
        int c = a.d_col[at];
        if (c >= 0)
            s += a.d_value[at] * x[c];
    }
    y[r] = s;
}
EXPORT void spmv_ell(struct ell a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    k<<<blocks_for(a.rows, 256), 256>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
