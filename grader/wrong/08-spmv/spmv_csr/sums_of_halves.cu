// bug: a sum goes through a half
// reason: wrong
// pattern: csr_few_digits
// says: right to some three digits
#include "spmv.h"
#include <cuda_fp16.h>
__global__ void k(struct csr a, const float *x, float *y)
{
    int r = blockIdx.x * 256 + threadIdx.x;
    if (r >= a.rows)
        return;
    float s = 0;
    for (int e = a.d_starts[r]; e < a.d_starts[r + 1]; e++)
        s += a.d_value[e] * x[a.d_col[e]];
    y[r] = __half2float(__float2half(s));
}
EXPORT void spmv_csr(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    k<<<blocks_for(a.rows, 256), 256>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
