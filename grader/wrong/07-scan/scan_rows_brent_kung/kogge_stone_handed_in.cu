// bug: Kogge and Stone's steps
// reason: technique
// says: numbers for each element
// only: technique
#include "scan.h"

__global__ void kogge_stone_kernel(const int *in, int *out, int width)
{
    __shared__ int sums[1024];
    size_t i = (size_t)blockIdx.x * width + threadIdx.x;
    sums[threadIdx.x] = in[i];
    for (int stride = 1; stride < width; stride *= 2) {
        __syncthreads();
        int before = threadIdx.x >= stride ? sums[threadIdx.x - stride] : 0;
        __syncthreads();
        if (threadIdx.x >= stride)
            sums[threadIdx.x] += before;
    }
    out[i] = sums[threadIdx.x];
}

EXPORT void scan_rows_brent_kung(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    kogge_stone_kernel<<<rows, width>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
