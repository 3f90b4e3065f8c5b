// bug: one launch; rows store while the surplus is added
// reason: race
// says: race
// only: race
#include "spmv.h"

__global__ void hybrid_kernel(struct ell a, struct coo rest, const float *x, float *y)
{
    long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x, k = i - a.rows;
    if (k >= 0 && k < rest.nnz)
        atomicAdd(&y[rest.d_row[k]], rest.d_value[k] * x[rest.d_col[k]]);
    if (k >= 0)
        return;
    float sum = 0;
    for (size_t at = i; at < (size_t)a.rows * a.width && a.d_col[at] >= 0; at += a.rows)
        sum += a.d_value[at] * x[a.d_col[at]];
    y[i] = sum;
}

EXPORT void spmv_hybrid(struct ell a, struct coo rest, const float *d_x, float *d_y)
{
    size_t threads = (size_t)a.rows + rest.nnz;
    if (a.rows == 0)
        return;
    hybrid_kernel<<<blocks_for(threads, 256), 256>>>(a, rest, d_x, d_y);
    CHECK(cudaGetLastError());
}
