// tasks: spmv_hybrid
// how: the rest first, onto zeros; then the ELL part adds, a thread a row
#include "spmv.h"

__global__ void ell_kernel(struct ell a, const float *x, float *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; row < a.rows && k < a.width; k++) {
        int col = a.d_col[(size_t)k * a.rows + row];
        if (col >= 0)
            y[row] += a.d_value[(size_t)k * a.rows + row] * x[col];
    }
}

__global__ void coo_kernel(struct coo a, const float *x, float *y)
{
    long long step = (long long)gridDim.x * blockDim.x;
    for (long long k = blockIdx.x * blockDim.x + threadIdx.x; k < a.nnz; k += step)
        atomicAdd(&y[a.d_row[k]], a.d_value[k] * x[a.d_col[k]]);
}

EXPORT void spmv_hybrid(struct ell a, struct coo rest, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    CHECK(cudaMemset(d_y, 0, a.rows * sizeof *d_y));
    coo_kernel<<<16, 1024>>>(rest, d_x, d_y);
    ell_kernel<<<blocks_for(a.rows, 128), 128>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
