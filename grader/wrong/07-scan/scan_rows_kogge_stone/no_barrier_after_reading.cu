// bug: overwrites what others read
// reason: race
// says: missing between them
#include "scan.h"

#define SECTION 1024

__global__ void kogge_stone_kernel(const int *in, int *out, int width)
{
    __shared__ int sums[SECTION];
    int t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * width + t;
    sums[t] = t < width ? in[i] : 0;
    for (int stride = 1; stride < SECTION; stride *= 2) {
        __syncthreads();
        int before = t >= stride ? sums[t - stride] : 0;
        sums[t] += before;
    }
    if (t < width)
        out[i] = sums[t];
}

EXPORT void scan_rows_kogge_stone(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    kogge_stone_kernel<<<rows, SECTION>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
