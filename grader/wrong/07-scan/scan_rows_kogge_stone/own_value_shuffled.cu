// bug: a lane without a lane so far below adds what the shuffle gives it, its own value
// reason: wrong
// pattern: own_value_shuffled
// says: the first lanes of a warp add themselves
#include "scan.h"

__device__ int inclWarp(int v)
{
    int lane = threadIdx.x & 31;
    for (int d = 1; d < 32; d <<= 1) {
        int y = __shfl_up_sync(0xffffffff, v, d);
        v += y;
    }
    return v;
}
__global__ void ksw(const int *in, int *out, int width)
{
    __shared__ int tot[32];
    int t = threadIdx.x, lane = t & 31, wid = t >> 5;
    size_t base = (size_t)blockIdx.x * width;
    int v = t < width ? in[base + t] : 0;
    v = inclWarp(v);
    if (lane == 31)
        tot[wid] = v;
    __syncthreads();
    if (wid == 0) {
        int s = inclWarp(tot[lane]);
        tot[lane] = s;
    }
    __syncthreads();
    if (wid > 0)
        v += tot[wid - 1];
    if (t < width)
        out[base + t] = v;
}
EXPORT void scan_rows_kogge_stone(const int *d_in, int *d_out, int rows, int width)
{
    if (rows <= 0 || width <= 0)
        return;
    ksw<<<rows, 1024>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
