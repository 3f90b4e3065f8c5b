// bug: each warp adds up the whole row
// reason: wrong
// pattern: each_warp_all
// says: each warp of the block adds up the whole row
#include "reduction.h"
__global__ void k(const int *in, int *out, int rows, int width)
{
    __shared__ int s[8];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, sum = 0;
    const int *row = in + (size_t)blockIdx.x * width;
    for (int i = lane; i < width; i += 32)
        sum += row[i];
    for (int d = 16; d; d /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0)
        s[warp] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 8; w++)
            sum += s[w];
        out[blockIdx.x] = sum;
    }
}
EXPORT void row_sums(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    k<<<rows, 256>>>(d_in, d_out, rows, width);
    CHECK(cudaGetLastError());
}
