// bug: a warp takes four elements at once, and forgets those behind the last four
// reason: wrong
// pattern: whole_vectors
// says: what takes four at once leaves them
#include "reduction.h"

__device__ __forceinline__ int warpReduce(int v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_down_sync(0xffffffff, v, o);
    return v;
}
__global__ void warpPerRow(const int *__restrict__ in, int *__restrict__ out, int rows,
                           int width)
{
    int lane = threadIdx.x & 31;
    int wid = threadIdx.x >> 5;
    long long row = (long long)blockIdx.x * (blockDim.x >> 5) + wid;
    for (; row < rows; row += (long long)gridDim.x * (blockDim.x >> 5)) {
        const int *p = in + (size_t)row * width;
        int s = 0;
        int head = (int)((16 - ((uintptr_t)p & 15)) & 15) / 4;
        if (head > width)
            head = width;
        if (lane < head)
            s += p[lane];
        const int4 *q = (const int4 *)(p + head);
        int nv = (width - head) / 4;
        for (int i = lane; i < nv; i += 32) {
            int4 t = q[i];
            s += t.x + t.y + t.z + t.w;
        }

        s = warpReduce(s);
        if (lane == 0)
            out[row] = s;
    }
}
EXPORT void row_sums(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    int grid = (rows + 7) / 8;
    if (grid > 2048)
        grid = 2048;
    warpPerRow<<<grid, 256>>>(d_in, d_out, rows, width);
    CHECK(cudaGetLastError());
}
