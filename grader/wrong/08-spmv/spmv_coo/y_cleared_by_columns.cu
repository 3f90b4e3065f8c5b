// bug: clears cols places
// reason: cuda-error
// says: runs past its end
// says: wrote past the end of y
#include "spmv.h"

__global__ void coo_kernel(struct coo a, const float *x, float *y)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < a.nnz)
        atomicAdd(&y[a.d_row[k]], a.d_value[k] * x[a.d_col[k]]);
}

EXPORT void spmv_coo(struct coo a, const float *d_x, float *d_y)
{
    CHECK(cudaMemset(d_y, 0, a.cols * sizeof *d_y));
    if (a.nnz == 0)
        return;
    coo_kernel<<<blocks_for(a.nnz, 256), 256>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
