// bug: shared starts are read before they are there
// reason: race
// pattern: csr_zeros
// says: __syncthreads()
#include "spmv.h"

__global__ void csr_kernel(struct csr a, const float *x, float *y)
{
    __shared__ int starts[257];
    long long row = (long long)blockIdx.x * 256 + threadIdx.x;
    if (row <= a.rows)
        starts[threadIdx.x] = a.d_starts[row];
    if (threadIdx.x == 0 && row + 256 <= a.rows)
        starts[256] = a.d_starts[row + 256];
    if (row >= a.rows)
        return;
    float sum = 0;
    for (int k = starts[threadIdx.x]; k < starts[threadIdx.x + 1]; k++)
        sum += a.d_value[k] * x[a.d_col[k]];
    y[row] = sum;
}

EXPORT void spmv_csr(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    csr_kernel<<<blocks_for(a.rows, 256), 256>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
