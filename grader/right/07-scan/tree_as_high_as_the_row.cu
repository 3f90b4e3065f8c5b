// tasks: scan_rows_brent_kung
// how: in the output's own row, a tree that ends where the row does
#include "scan.h"

__global__ void scan_kernel(const int *in, int *out, int width)
{
    size_t start = (size_t)blockIdx.x * width;
    int stride = 1;
    for (int col = threadIdx.x; col < width; col += blockDim.x)
        out[start + col] = in[start + col];
    for (; stride < width; stride *= 2) {
        __syncthreads();
        for (int i = 2 * stride * (threadIdx.x + 1) - 1; i < width;
             i += 2 * stride * blockDim.x)
            out[start + i] += out[start + i - stride];
    }
    for (; stride > 0; stride /= 2) {
        __syncthreads();
        int i = 2 * stride * (threadIdx.x + 1) - 1 + stride;
        for (; i < width; i += 2 * stride * blockDim.x)
            out[start + i] += out[start + i - stride];
    }
}

EXPORT void scan_rows_brent_kung(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    scan_kernel<<<rows, 96>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
