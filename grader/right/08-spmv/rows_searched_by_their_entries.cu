// tasks: spmv_fast
// how: an entry's thread searches its row, and a grid that is capped clears y in a loop
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
    for (int i = blockIdx.x * B + threadIdx.x; i < rows; i += B * gridDim.x)
        y[i] = 0;
}
EXPORT void spmv_fast(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    zero<<<blocks_for(a.rows, B) < 65535 ? blocks_for(a.rows, B) : 65535, B>>>(d_y, a.rows);
    CHECK(cudaGetLastError());
    if (a.nnz == 0)
        return;
    k<<<blocks_for(a.nnz, B), B>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
