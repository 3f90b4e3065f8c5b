// bug: the first stride of a warp's tree is 8
// reason: wrong
// pattern: csr_half_of_32
// says: only the first 16 sums
#include "spmv.h"

__global__ void k(struct csr a, const float *x, float *y)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= a.rows)
        return;
    float s = 0;
    for (int i = a.d_starts[row] + lane; i < a.d_starts[row + 1]; i += 32)
        s += a.d_value[i] * x[a.d_col[i]];
    for (int d = 8; d; d /= 2)
        s += __shfl_down_sync(0xffffffff, s, d);
    if (lane == 0)
        y[row] = s;
}
EXPORT void spmv_csr(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows)
        k<<<blocks_for((size_t)a.rows * 32, 256), 256>>>(a, d_x, d_y);
}
