// tasks: scan_rows_kogge_stone
// how: two arrays in turn, with one barrier a step; always 1024 threads
#include "scan.h"

#define SECTION 1024

__global__ void kogge_stone_kernel(const int *in, int *out, int width)
{
    __shared__ int sums[2][SECTION];
    int t = threadIdx.x, from = 0;
    size_t i = (size_t)blockIdx.x * width + t;
    sums[from][t] = t < width ? in[i] : 0;
    __syncthreads();
    for (int stride = 1; stride < SECTION; stride *= 2) {
        int before = t >= stride ? sums[from][t - stride] : 0;
        sums[1 - from][t] = sums[from][t] + before;
        from = 1 - from;
        __syncthreads();
    }
    if (t < width)
        out[i] = sums[from][t];
}

EXPORT void scan_rows_kogge_stone(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    kogge_stone_kernel<<<rows, SECTION>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
