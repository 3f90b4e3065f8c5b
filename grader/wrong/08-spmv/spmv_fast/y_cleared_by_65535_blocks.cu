// bug: y is cleared by 65535 blocks at most, which do not go on to further rows
// reason: wrong
// pattern: not-a-number
// says: does the grid end somewhere, as at 65535 blocks
#include "spmv.h"
#define B 256
__global__ void k(struct csr a, const float *x, float *y)
{
    long long e = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (e >= a.nnz)
        return;
    int low = 0, high = a.rows;
    while (low + 1 < high) {
        int middle = low + (high - low) / 2;
        if (a.d_starts[(int)middle] <= e)
            low = middle;
        else
            high = middle;
    }
    atomicAdd(&y[(int)low], a.d_value[e] * x[a.d_col[e]]);
}
__global__ void zero(float *y, int rows)
{
    int i = blockIdx.x * B + threadIdx.x;
    if (i < rows)
        y[i] = 0;
}
EXPORT void spmv_fast(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    unsigned blocks = blocks_for(a.rows, B), most = 65535;
    blocks = blocks < most ? blocks : most;
    zero<<<blocks, B>>>(d_y, a.rows);
    CHECK(cudaGetLastError());
    if (a.nnz == 0)
        return;
    k<<<blocks_for(a.nnz, B), B>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
