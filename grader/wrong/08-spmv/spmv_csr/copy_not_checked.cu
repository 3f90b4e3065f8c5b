// bug: a copy in the wrong direction, whose error nobody looks at
// reason: cuda-error
// says: it is the error of an earlier call, which is in no CHECK()
#include "spmv.h"

#include <stdlib.h>

__global__ void csr_kernel(struct csr a, const float *x, float *y)
{
    long long row = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= a.rows)
        return;
    float sum = 0;
    for (int k = a.d_starts[row]; k < a.d_starts[row + 1]; k++)
        sum += a.d_value[k] * x[a.d_col[k]];
    y[row] = sum;
}

EXPORT void spmv_csr(struct csr a, const float *d_x, float *d_y)
{
    size_t bytes = (a.rows + 1) * sizeof(int);
    int *starts = (int *)malloc(bytes);
    cudaMemcpy(starts, a.d_starts, bytes, cudaMemcpyHostToDevice);
    free(starts);
    if (a.rows == 0)
        return;
    csr_kernel<<<blocks_for(a.rows, 256), 256>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
