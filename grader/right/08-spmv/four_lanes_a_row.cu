// tasks: spmv_csr spmv_fast
// how: four threads a row, whose sums a butterfly of shuffles combines
#include "spmv.h"

#define LANES 4

__global__ void csr_kernel(struct csr a, const float *x, float *y)
{
    long long row = ((long long)blockIdx.x * blockDim.x + threadIdx.x) / LANES;
    int lane = threadIdx.x % LANES;
    float sum = 0;
    if (row < a.rows)
        for (int k = a.d_starts[row] + lane; k < a.d_starts[row + 1]; k += LANES)
            sum += a.d_value[k] * x[a.d_col[k]];
    sum += __shfl_xor_sync(0xffffffff, sum, 2);
    sum += __shfl_xor_sync(0xffffffff, sum, 1);
    if (row < a.rows && lane == 0)
        y[row] = sum;
}

EXPORT void spmv_csr(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    csr_kernel<<<blocks_for((size_t)a.rows * LANES, 128), 128>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}

EXPORT void spmv_fast(struct csr a, const float *d_x, float *d_y)
{
    spmv_csr(a, d_x, d_y);
}
