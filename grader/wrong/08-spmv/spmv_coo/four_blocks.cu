// bug: four blocks go over all entries, however many there are
// reason: technique
// says: one block of a few loads
// only: technique
#include "spmv.h"

__global__ void add_entries(struct coo a, const float *x, float *y)
{
    long long step = (long long)gridDim.x * blockDim.x;
    for (long long k = blockIdx.x * blockDim.x + threadIdx.x; k < a.nnz; k += step)
        atomicAdd(&y[a.d_row[k]], a.d_value[k] * x[a.d_col[k]]);
}

EXPORT void spmv_coo(struct coo a, const float *d_x, float *d_y)
{
    CHECK(cudaMemset(d_y, 0, a.rows * sizeof *d_y));
    if (a.nnz == 0)
        return;
    add_entries<<<4, 512>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
