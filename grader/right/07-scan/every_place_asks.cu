// tasks: scan_rows_brent_kung
// how: a thread a place, which asks in each step whether it is added to
#include "scan.h"

#define SECTION 1024

__global__ void scan_kernel(const int *in, int *out, int width)
{
    __shared__ int sums[SECTION];
    int t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * width + t;
    sums[t] = t < width ? in[i] : 0;
    for (int stride = 1; stride < SECTION; stride *= 2) {
        __syncthreads();
        if ((t + 1) % (2 * stride) == 0)
            sums[t] += sums[t - stride];
    }
    for (int stride = SECTION / 4; stride > 0; stride /= 2) {
        __syncthreads();
        if ((t + 1) % (2 * stride) == 0 && t + stride < SECTION)
            sums[t + stride] += sums[t];
    }
    __syncthreads();
    if (t < width)
        out[i] = sums[t];
}

EXPORT void scan_rows_brent_kung(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    scan_kernel<<<rows, SECTION>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
