// bug: the grid is made of nnz
// reason: wrong
// pattern: csr_rows_of_nnz
// says: is the grid made of nnz
#include "spmv.h"
__global__ void k(struct csr a, const float *x, float *y)
{
    int r = blockIdx.x * 256 + threadIdx.x;
    if (r >= a.rows)
        return;
    float s = 0;
    for (int e = a.d_starts[r]; e < a.d_starts[r + 1]; e++)
        s += a.d_value[e] * x[a.d_col[e]];
    y[r] = s;
}
EXPORT void spmv_csr(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    CHECK(cudaMemset(d_y, 0, a.rows * sizeof(float)));
    if (a.nnz == 0)
        return;
    k<<<blocks_for(a.nnz, 256), 256>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
