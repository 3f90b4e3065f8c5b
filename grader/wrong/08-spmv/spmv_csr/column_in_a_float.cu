// bug: a column goes through a float on its way to x
// reason: wrong
// says: does an index that is read from an array go through a float
#include "spmv.h"

__global__ void k(csr a, const float *x, float *y)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= a.rows)
        return;
    float sum = 0;
    for (int e = a.d_starts[row]; e < a.d_starts[row + 1]; e++)
        sum += a.d_value[e] * x[(int)(float)a.d_col[e]];
    y[row] = sum;
}
EXPORT void spmv_csr(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    k<<<(a.rows + 127) / 128, 128>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
