// bug: each row begins with the first entry of all
// reason: wrong
// pattern: csr_from_0
// says: all entries of the rows before it as well
#include "spmv.h"
__global__ void k(struct csr a, const float *x, float *y)
{
    int r = blockIdx.x * 256 + threadIdx.x;
    if (r >= a.rows)
        return;
    float s = 0;
    for (int e = 0; e < a.d_starts[r + 1]; e++)
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
