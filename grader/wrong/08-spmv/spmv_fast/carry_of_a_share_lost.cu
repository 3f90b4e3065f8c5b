// bug: what a share has of a row that goes on is not added
// reason: wrong
// pattern: csr_carry_lost
// says: what the first one has of it is lost
#include "spmv.h"
__global__ void k(struct csr a, const float *x, float *y)
{
    int items = a.rows + a.nnz, per = 7, t = blockIdx.x * 256 + threadIdx.x;
    int d = t * per;
    if (d >= items)
        return;
    int dend = d + per < items ? d + per : items;
    int low = d > a.nnz ? d - a.nnz : 0, high = d < a.rows ? d : a.rows;
    while (low < high) {
        int m = (low + high) / 2;
        if (a.d_starts[m + 1] <= d - 1 - m)
            low = m + 1;
        else
            high = m;
    }
    int r = low, e = d - low;
    float s = 0;
    for (; d < dend; d++) {
        if (r < a.rows && (e >= a.nnz || e >= a.d_starts[r + 1])) {
            atomicAdd(&y[r], s);
            s = 0;
            r++;
        } else {
            s += a.d_value[e] * x[a.d_col[e]];
            e++;
        }
    }
}
EXPORT void spmv_fast(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    CHECK(cudaMemset(d_y, 0, a.rows * sizeof(float)));
    k<<<blocks_for((a.rows + a.nnz + 6) / 7, 256), 256>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
