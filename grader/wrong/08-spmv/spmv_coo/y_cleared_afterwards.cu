// bug: cleared when the kernel has added
// reason: wrong
// pattern: coo_zeros
// says: does nothing clear y afterwards
#include "spmv.h"

#define BLOCK_SIZE 256

static __device__ long long thread_index(void)
{
    return (long long)blockIdx.x * blockDim.x + threadIdx.x;
}

__global__ void coo_kernel(struct coo a, const float *x, float *y)
{
    long long k = thread_index();
    if (k < a.nnz)
        atomicAdd(&y[a.d_row[k]], a.d_value[k] * x[a.d_col[k]]);
}

static void add_coo(struct coo a, const float *d_x, float *d_y)
{
    if (a.nnz == 0)
        return;
    coo_kernel<<<blocks_for(a.nnz, BLOCK_SIZE), BLOCK_SIZE>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}

EXPORT void spmv_coo(struct coo a, const float *d_x, float *d_y)
{
    add_coo(a, d_x, d_y);
    CHECK(cudaMemset(d_y, 0, a.rows * sizeof *d_y));
}
