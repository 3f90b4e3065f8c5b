// bug: all lanes of a warp take what the lane has whose number the stride is
// reason: wrong
// pattern: wrong_lanes
// says: takes from wrong lanes
#include "scan.h"
__global__ void k(const int *in, int *out, int width)
{
    __shared__ int sums[32];
    int t = threadIdx.x, lane = t % 32, warp = t / 32;
    size_t at = (size_t)blockIdx.x * width + t;
    int v = t < width ? in[at] : 0;
    for (int d = 1; d < 32; d *= 2) {
        int b = __shfl_sync(0xffffffff, v, d);
        if (lane >= d)
            v += b;
    }
    if (lane == 31)
        sums[warp] = v;
    __syncthreads();
    if (warp == 0) {
        int x = sums[lane];
        for (int d = 1; d < 32; d *= 2) {
            int b = __shfl_up_sync(0xffffffff, x, d);
            if (lane >= d)
                x += b;
        }
        sums[lane] = x;
    }
    __syncthreads();
    if (warp > 0)
        v += sums[warp - 1];
    if (t < width)
        out[at] = v;
}
EXPORT void scan_rows_kogge_stone(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    k<<<rows, 1024>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
