// bug: no row has more than 4096 entries counted
// reason: wrong
// pattern: csr_first_of_a_long_row
// says: 3 of 3 elements of y are wrong
#include "spmv.h"
#define B 256

__global__ void k(struct csr a, const float *x, float *y)
{
    long long row = (long long)blockIdx.x * B + threadIdx.x;
    if (row >= a.rows)
        return;
    float sum = 0;
    for (int e = a.d_starts[row]; e < a.d_starts[row + 1] && e < a.d_starts[row] + 4096; e++)
        sum += a.d_value[e] * x[a.d_col[e]];
    y[row] = sum;
}
EXPORT void spmv_csr(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    k<<<(a.rows + B - 1) / B, B>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
