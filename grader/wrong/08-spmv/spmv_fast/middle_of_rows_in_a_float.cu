// bug: the middle of two rows is computed in floats, and the search finds no end
// reason: timeout
// says: Or in a float, which goes no further than 16777216
#include "spmv.h"
#define B 256
__global__ void k(struct csr a, const float *x, float *y)
{
    long long e = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= a.nnz)
        return;
    int low = 0, high = a.rows;
    while (low + 1 < high) {
        int middle = (int)(0.5f * ((float)low + (float)high));
        if (a.d_starts[(int)middle] <= e)
            low = middle;
        else
            high = middle;
    }
    atomicAdd(&y[(int)low], a.d_value[e] * x[a.d_col[e]]);
}
__global__ void zero(float *y, int rows)
{
    for (int i = blockIdx.x * B + threadIdx.x; i < rows; i += B * gridDim.x)
        y[i] = 0;
}
EXPORT void spmv_fast(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    zero<<<blocks_for(a.rows, B), B>>>(d_y, a.rows);
    CHECK(cudaGetLastError());
    if (a.nnz == 0)
        return;
    k<<<blocks_for(a.nnz, B), B>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
