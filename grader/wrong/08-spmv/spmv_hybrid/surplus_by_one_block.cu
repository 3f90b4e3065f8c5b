// bug: one block adds up the whole surplus
// reason: technique
// says: one block adds up most of a surplus
// only: technique
#include "spmv.h"

__global__ void sum_rows(struct ell a, const float *x, float *y)
{
    long long row = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    if (row >= a.rows)
        return;
    for (int k = 0; k < a.width; k++) {
        size_t at = (size_t)k * a.rows + row;
        if (a.d_col[at] < 0)
            break;
        sum += a.d_value[at] * x[a.d_col[at]];
    }
    y[row] = sum;
}

__global__ void add_entries(struct coo a, const float *x, float *y)
{
    long long step = (long long)gridDim.x * blockDim.x;
    for (long long k = blockIdx.x * blockDim.x + threadIdx.x; k < a.nnz; k += step)
        atomicAdd(&y[a.d_row[k]], a.d_value[k] * x[a.d_col[k]]);
}

EXPORT void spmv_hybrid(struct ell a, struct coo rest, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    sum_rows<<<blocks_for(a.rows, 256), 256>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
    if (rest.nnz == 0)
        return;
    add_entries<<<1, 1024>>>(rest, d_x, d_y);
    CHECK(cudaGetLastError());
}
