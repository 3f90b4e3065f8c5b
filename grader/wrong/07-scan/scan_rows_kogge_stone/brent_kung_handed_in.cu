// bug: Brent and Kung's tree, with a thread an element
// reason: technique
// says: as in a tree
// only: technique
#include "scan.h"

__global__ void tree_kernel(const int *in, int *out, int width)
{
    __shared__ int sums[1024];
    size_t i = (size_t)blockIdx.x * width + threadIdx.x;
    int stride = 1;
    sums[threadIdx.x] = in[i];
    for (; stride < width; stride *= 2) {
        __syncthreads();
        int last = 2 * stride * (threadIdx.x + 1) - 1;
        if (last < width)
            sums[last] += sums[last - stride];
    }
    for (stride /= 2; stride > 0; stride /= 2) {
        __syncthreads();
        int last = 2 * stride * (threadIdx.x + 1) - 1;
        if (last + stride < width)
            sums[last + stride] += sums[last];
    }
    __syncthreads();
    out[i] = sums[threadIdx.x];
}

EXPORT void scan_rows_kogge_stone(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    tree_kernel<<<rows, width>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
