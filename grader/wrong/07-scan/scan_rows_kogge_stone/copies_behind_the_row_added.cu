// bug: the first step copies what lies behind the row, never written, and the others add it up
// reason: uninitialised
// says: nothing has written
// only: uninitialised
#include "scan.h"

#define SECTION 1024

__global__ void kogge_stone_kernel(const int *in, int *out, int width)
{
    __shared__ int sums[2][SECTION];
    int t = threadIdx.x, from = 0;
    size_t i = (size_t)blockIdx.x * width + t;
    if (t < width)
        sums[from][t] = in[i];
    __syncthreads();
    for (int stride = 1; stride < SECTION; stride *= 2) {
        if (t >= stride && (t < width || stride > 1))
            sums[1 - from][t] = sums[from][t] + sums[from][t - stride];
        else
            sums[1 - from][t] = sums[from][t];
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
