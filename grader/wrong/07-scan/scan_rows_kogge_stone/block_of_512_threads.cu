// bug: half the threads
// reason: wrong
// pattern: tail-unwritten
// says: from element 512 on nothing was written
#include "scan.h"

static __device__ int scan_block(int value)
{
    __shared__ int sums[1024];
    unsigned t = threadIdx.x;
    sums[t] = value;
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        int before = t >= stride ? sums[t - stride] : 0;
        __syncthreads();
        sums[t] += before;
    }
    return sums[t];
}

__global__ void kogge_stone_kernel(const int *in, int *out, int width)
{
    size_t i = (size_t)blockIdx.x * width + threadIdx.x;
    out[i] = scan_block(in[i]);
}

EXPORT void scan_rows_kogge_stone(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    int threads = width < 512 ? width : 512;
    kogge_stone_kernel<<<rows, threads>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
