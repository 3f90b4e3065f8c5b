// bug: four blocks go over all rows, however many there are
// reason: technique
// says: one block of a few loads
// only: technique
#include "spmv.h"

__global__ void spmv_kernel(struct csr a, const float *x, float *y)
{
    int step = gridDim.x * blockDim.x;
    for (long long i = blockIdx.x * blockDim.x + threadIdx.x; i < a.rows; i += step) {
        float sum = 0;
        for (int k = a.d_starts[i]; k < a.d_starts[i + 1]; k++)
            sum += a.d_value[k] * x[a.d_col[k]];
        y[i] = sum;
    }
}

EXPORT void spmv_csr(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    spmv_kernel<<<4, 512>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
