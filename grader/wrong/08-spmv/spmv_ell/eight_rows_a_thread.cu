// bug: eight neighbouring rows a thread
// reason: technique
// says: they read neighbouring words
// only: technique
#include "spmv.h"

#define EACH 8

__global__ void ell_kernel(struct ell a, const float *x, float *y)
{
    long long first = ((long long)blockIdx.x * blockDim.x + threadIdx.x) * EACH;
    for (long long row = first; row < first + EACH && row < a.rows; row++) {
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
}

EXPORT void spmv_ell(struct ell a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    ell_kernel<<<blocks_for(a.rows, 64 * EACH), 64>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
