// tasks: spmv_ell
// how: goes on after padding to the last place, with two sums, in 2-D blocks of 32 x 8
#include "spmv.h"

__global__ void ell_kernel(struct ell a, const float *x, float *y)
{
    int thread = threadIdx.y * blockDim.x + threadIdx.x;
    size_t row = (size_t)blockIdx.x * blockDim.x * blockDim.y + thread, rows = a.rows;
    if (row >= rows)
        return;
    float even = 0, odd = 0;
    for (int k = 0; k < a.width; k++) {
        int col = a.d_col[k * rows + row];
        float term = col == -1 ? 0 : a.d_value[k * rows + row] * x[col];
        if (k % 2)
            odd += term;
        else
            even += term;
    }
    y[row] = even + odd;
}

EXPORT void spmv_ell(struct ell a, const float *d_x, float *d_y)
{
    dim3 block(32, 8);
    if (a.rows == 0)
        return;
    ell_kernel<<<blocks_for(a.rows, 256), block>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
