// bug: two entries a step, and an odd last one is left out
// reason: wrong
// pattern: csr_rest_left_out
// says: leaves a rest
#include "spmv.h"
__global__ void k(struct csr a, const float *x, float *y)
{
    int r = blockIdx.x * 256 + threadIdx.x;
    if (r >= a.rows)
        return;
    float s = 0;
    int e = a.d_starts[r], end = a.d_starts[r + 1];
    for (; e + 1 < end; e += 2)
        s += a.d_value[e] * x[a.d_col[e]] + a.d_value[e + 1] * x[a.d_col[e + 1]];
    y[r] = s;
}
EXPORT void spmv_csr(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    k<<<blocks_for(a.rows, 256), 256>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
