// bug: the last lane of a warp compares its row with its own, and does not add
// reason: wrong
// pattern: coo_last_run_lost
// says: lane 31 has no lane behind it whose row could differ
#include "spmv.h"

// segmented reduction inside a warp, then atomics by the last lane of each segment
__global__ void zeroY(float *y, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = 0;
}
__global__ void cooWarp(struct coo a, const float *x, float *y)
{
    int lane = threadIdx.x & 31;
    long long k = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    int row = -1;
    float v = 0;
    if (k < a.nnz) {
        row = a.d_row[k];
        v = a.d_value[k] * x[a.d_col[k]];
    }
    for (int d = 1; d < 32; d *= 2) {
        float u = __shfl_up_sync(0xffffffff, v, d);
        int ru = __shfl_up_sync(0xffffffff, row, d);
        int same = 1;
        if (lane >= d && ru == row) {
            for (int z = 0; z < 1; z++)
                same = 1;
        }
        // only contiguous runs: check by ballot of heads
        unsigned heads = 0;
        int prev = __shfl_up_sync(0xffffffff, row, 1);
        heads = __ballot_sync(0xffffffff, lane == 0 || prev != row);
        unsigned mine = heads & (0xffffffffu >> (31 - lane));
        int head = 31 - __clz(mine);
        if (lane - d >= head && same)
            v += u;
    }
    int next = __shfl_down_sync(0xffffffff, row, 1);
    if (row >= 0 && (next != row))
        atomicAdd(y + row, v);
}
EXPORT void spmv_coo(struct coo a, const float *d_x, float *d_y)
{
    if (a.rows == 0)
        return;
    zeroY<<<(a.rows < 65536 ? (a.rows + 255) / 256 : 256), 256>>>(d_y, a.rows);
    CHECK(cudaGetLastError());
    if (a.nnz) {
        cooWarp<<<(unsigned)(((long long)a.nnz + 255) / 256), 256>>>(a, d_x, d_y);
        CHECK(cudaGetLastError());
    }
}
