// tasks: spmv_coo
// how: each thread takes eight neighbouring entries, and adds a run of one row at once
#include "spmv.h"

#define EACH 8

__global__ void clear_kernel(float *y, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows)
        y[row] = 0;
}

__global__ void coo_kernel(struct coo a, const float *x, float *y)
{
    long long first = ((long long)blockIdx.x * blockDim.x + threadIdx.x) * EACH;
    float sum = 0;
    for (long long k = first; k < first + EACH && k < a.nnz; k++) {
        sum += a.d_value[k] * x[a.d_col[k]];
        if (k + 1 < first + EACH && k + 1 < a.nnz && a.d_row[k + 1] == a.d_row[k])
            continue;
        atomicAdd(&y[a.d_row[k]], sum);
        sum = 0;
    }
}

EXPORT void spmv_coo(struct coo a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    clear_kernel<<<blocks_for(a.rows, 512), 512>>>(d_y, a.rows);
    if (a.nnz > 0)
        coo_kernel<<<blocks_for(a.nnz, 64 * EACH), 64>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
