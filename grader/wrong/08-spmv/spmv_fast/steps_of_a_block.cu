// bug: a warp has a row, and goes on by the threads of a block
// reason: wrong
// pattern: csr_long_steps
// says: as threads share it, here 32
#include "spmv.h"
__global__ void k(struct csr a, const float *x, float *y)
{
    int lane = threadIdx.x % 32, r = (blockIdx.x * 256 + threadIdx.x) / 32;
    if (r >= a.rows)
        return;
    float s = 0;
    for (int e = a.d_starts[r] + lane; e < a.d_starts[r + 1]; e += 256)
        s += a.d_value[e] * x[a.d_col[e]];
    for (int d = 16; d; d /= 2)
        s += __shfl_down_sync(0xffffffff, s, d);
    if (lane == 0)
        y[r] = s;
}
EXPORT void spmv_fast(struct csr a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    k<<<blocks_for((size_t)a.rows * 32, 256), 256>>>(a, d_x, d_y);
    CHECK(cudaGetLastError());
}
