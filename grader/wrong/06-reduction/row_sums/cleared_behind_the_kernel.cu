// bug: the output is cleared behind the kernel
// reason: wrong
// pattern: zeros
// says: does nothing clear the output behind the kernel
#include "reduction.h"
__global__ void k(const int *in, int *out, int rows, int width)
{
    __shared__ int s[32];
    int row = blockIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int sum = 0;
    for (int i = threadIdx.x; i < width; i += blockDim.x)
        sum += in[(size_t)row * width + i];
    for (int d = 16; d; d /= 2)
        sum += __shfl_down_sync(~0u, sum, d);
    if (lane == 0)
        s[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        sum = lane < blockDim.x / 32 ? s[lane] : 0;
        for (int d = 16; d; d /= 2)
            sum += __shfl_down_sync(~0u, sum, d);
        if (lane == 0)
            out[row] = sum;
    }
}
EXPORT void row_sums(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    k<<<rows, 256>>>(d_in, d_out, rows, width);
    CHECK(cudaMemset(d_out, 0, rows * sizeof *d_out));
    CHECK(cudaGetLastError());
}
