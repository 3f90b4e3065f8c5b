// bug: a row has 64 rounds of a warp at most
// reason: wrong
// pattern: csr_first_of_a_long_row
// says: elements of y
#include "spmv.h"

static __device__ float sum_warp(float value)
{
    for (int apart = 16; apart > 0; apart /= 2)
        value += __shfl_xor_sync(0xffffffff, value, apart);
    return value;
}

// A warp a row.
__global__ void row_kernel(struct csr a, const float *x, float *y)
{
    int lane = threadIdx.x % 32, warps = gridDim.x * blockDim.x / 32;
    for (int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32; row < a.rows; row += warps) {
        int begin = a.d_starts[row], end = a.d_starts[row + 1];
        float sum = 0;
        for (int round = 0, k = begin + lane; round < 64 && k < end; round++, k += 32)
            sum += a.d_value[k] * x[a.d_col[k]];
        sum = sum_warp(sum);
        if (lane == 0)
            y[row] = sum;
    }
}

EXPORT void spmv_fast(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    row_kernel<<<blocks_for((size_t)a.rows * 32, 256), 256>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
