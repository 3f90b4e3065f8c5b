// bug: the row of an entry goes through a float
// reason: wrong
// says: a float counts no further than 16777216
#include "spmv.h"
#define B 256
__global__ void k(struct coo a, const float *x, float *y)
{
    long long e = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (e < a.nnz) {
        float r = a.d_row[e];
        atomicAdd(&y[(int)r], a.d_value[e] * x[a.d_col[e]]);
    }
}
EXPORT void spmv_coo(struct coo a, const float *d_x, float *d_y)
{
    CHECK(cudaMemset(d_y, 0, a.rows * sizeof(float)));
    if (a.nnz == 0)
        return;
    k<<<blocks_for(a.nnz, B), B>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
