// bug: threads take rows a grid apart
// reason: technique
// says: they read neighbouring words
// only: technique
#include "spmv.h"

__global__ void ell_kernel(struct ell a, const float *x, float *y)
{
    long long row = (long long)threadIdx.x * gridDim.x + blockIdx.x;
    if (row >= a.rows)
        return;
    float sum = 0;
    for (int k = 0; k < a.width; k++) {
        size_t at = (size_t)k * a.rows + row;
        int col = a.d_col[at];
        if (col < 0)
            break;
        sum += a.d_value[at] * x[col];
    }
    y[row] = sum;
}

EXPORT void spmv_ell(struct ell a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    ell_kernel<<<blocks_for(a.rows, 32), 32>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
