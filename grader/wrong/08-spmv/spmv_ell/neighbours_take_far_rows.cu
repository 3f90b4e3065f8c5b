// bug: neighbouring threads have rows as far apart as the grid has blocks
// reason: technique
// says: of each sector of 8 neighbouring words
// only: technique
#include "spmv.h"
#define B 256

__global__ void k(struct ell a, const float *x, float *y)
{
    long long row = threadIdx.x * (long long)gridDim.x + blockIdx.x;
    if (row >= a.rows)
        return;
    float sum = 0;
    for (int p = 0; p < a.width; p++) {
        size_t at = (size_t)p * a.rows + row;
        int col = a.d_col[at];
        if (col >= 0)
            sum += a.d_value[at] * x[col];
    }
    y[row] = sum;
}
EXPORT void spmv_ell(struct ell a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    k<<<(a.rows + B - 1) / B, B>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
