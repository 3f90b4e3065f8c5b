// bug: each row has nnz / rows entries
// reason: wrong
// pattern: csr_average
// says: as many entries as rows have on average
#include "spmv.h"
__global__ void k(struct csr a, const float *x, float *y)
{
    int r = blockIdx.x * 256 + threadIdx.x;
    if (r >= a.rows)
        return;
    int per = a.nnz / a.rows;
    float s = 0;
    for (int e = r * per; e < (r + 1) * per; e++)
        s += a.d_value[e] * x[a.d_col[e]];
    y[r] = s;
}
EXPORT void spmv_csr(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    k<<<blocks_for(a.rows, 256), 256>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
