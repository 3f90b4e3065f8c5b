// bug: the surplus is counted by nnz of the ELL part
// reason: wrong
// pattern: hybrid_rest_by_nnz
// says: rest.nnz that counts them
#include "spmv.h"
__global__ void k(struct ell a, const float *x, float *y)
{
    int r = blockIdx.x * 256 + threadIdx.x;
    if (r >= a.rows)
        return;
    float s = 0;
    for (int p = 0; p < a.width; p++) {
        size_t at = (size_t)p * a.rows + r;
        int c = a.d_col[at];
        if (c >= 0)
            s += a.d_value[at] * x[c];
    }
    y[r] = s;
}
__global__ void q(struct coo a, const float *x, float *y)
{
    size_t e = (size_t)blockIdx.x * 256 + threadIdx.x;
    if (e >= a.nnz)
        return;
    atomicAdd(&y[a.d_row[e]], a.d_value[e] * x[a.d_col[e]]);
}
EXPORT void spmv_hybrid(struct ell a, struct coo rest, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    k<<<blocks_for(a.rows, 256), 256>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
    if (rest.nnz)
        q<<<blocks_for(rest.nnz, 256), 256>>>(coo{rest.rows, rest.cols,
                                                  a.nnz < rest.nnz ? a.nnz : rest.nnz,
                                                  rest.d_row, rest.d_col, rest.d_value},
                                              d_x, d_y);
    CHECK(cudaGetLastError());
}
