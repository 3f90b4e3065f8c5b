// bug: all lanes take what the lane has whose number the stride is
// reason: wrong
// pattern: csr_wrong_lanes
// says: shuffles take from wrong lanes
#include "spmv.h"

#define BLOCK_SIZE 128
#define WARP 32

// One warp a row.
__global__ void rows_kernel(struct csr a, const float *x, float *y)
{
    size_t row = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) / WARP;
    int lane = threadIdx.x % WARP;
    if (row >= (size_t)a.rows)
        return;
    float sum = 0;
    for (int k = a.d_starts[row] + lane; k < a.d_starts[row + 1]; k += WARP)
        sum += a.d_value[k] * x[a.d_col[k]];
    for (int stride = WARP / 2; stride > 0; stride /= 2)
        sum += __shfl_sync(0xffffffff, sum, stride);
    if (lane == 0)
        y[row] = sum;
}

EXPORT void spmv_fast(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    rows_kernel<<<blocks_for((size_t)a.rows * WARP, BLOCK_SIZE), BLOCK_SIZE>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
