// spmv_ell: the lanes of a warp share a row, as if by CSR. Must say "neighbouring words".
#include "spmv.h"

__global__ void ell_kernel(struct ell a, const float *x, float *y)
{
    long long row = ((long long)blockIdx.x * blockDim.x + threadIdx.x) / 32;
    if (row >= a.rows)
        return;
    float sum = 0;
    for (int k = threadIdx.x % 32; k < a.width; k += 32) {
        size_t at = (size_t)k * a.rows + row;
        if (a.d_col[at] >= 0)
            sum += a.d_value[at] * x[a.d_col[at]];
    }
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, step);
    if (threadIdx.x % 32 == 0)
        y[row] = sum;
}

EXPORT void spmv_ell(struct ell a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    ell_kernel<<<blocks_for((size_t)a.rows * 32, 128), 128>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
