// bug: the surplus is added without an atomic
// reason: race
// says: race
// only: race
#include "spmv.h"

__global__ void ell_kernel(struct ell a, const float *x, float *y)
{
    size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    if (row >= (size_t)a.rows)
        return;
    for (size_t at = row; at < (size_t)a.rows * a.width && a.d_col[at] >= 0; at += a.rows)
        sum += a.d_value[at] * x[a.d_col[at]];
    y[row] = sum;
}

__global__ void rest_kernel(struct coo rest, const float *x, float *y)
{
    long long k = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (k < rest.nnz)
        y[rest.d_row[k]] += rest.d_value[k] * x[rest.d_col[k]];
}

EXPORT void spmv_hybrid(struct ell a, struct coo rest, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    ell_kernel<<<blocks_for(a.rows, 256), 256>>>(a, d_x, d_y);
    if (rest.nnz > 0)
        rest_kernel<<<blocks_for(rest.nnz, 256), 256>>>(rest, d_x, d_y);
    CHECK(cudaGetLastError());
}
