// bug: two blocks walk over all entries
// reason: technique
// says: 512 threads do all for 55296 entries
// only: technique
#include "spmv.h"
#define B 256

__global__ void k(struct coo a, const float *x, float *y)
{
    for (long long e = (long long)blockIdx.x * B + threadIdx.x; e < a.nnz;
         e += (long long)gridDim.x * B)
        atomicAdd(&y[a.d_row[e]], a.d_value[e] * x[a.d_col[e]]);
}
EXPORT void spmv_coo(struct coo a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    CHECK(cudaMemset(d_y, 0, a.rows * sizeof(float)));
    if (a.nnz == 0)
        return;
    k<<<2, B>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
