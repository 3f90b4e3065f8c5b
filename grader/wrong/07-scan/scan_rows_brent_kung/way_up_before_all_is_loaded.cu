// bug: no barrier after the loads
// reason: race
// says: missing between them
#include "scan.h"

#define BLOCK_SIZE 512
#define SECTION (2 * BLOCK_SIZE)

__global__ void brent_kung_kernel(const int *in, int *out, int width)
{
    __shared__ int sums[SECTION];
    int t = threadIdx.x;
    size_t start = (size_t)blockIdx.x * width;
    for (int col = t; col < SECTION; col += BLOCK_SIZE)
        sums[col] = col < width ? in[start + col] : 0;
    for (int stride = 1; stride < SECTION; stride *= 2) {
        int last = (t + 1) * 2 * stride - 1;
        if (last < SECTION)
            sums[last] += sums[last - stride];
        __syncthreads();
    }
    for (int stride = SECTION / 4; stride > 0; stride /= 2) {
        __syncthreads();
        int last = (t + 1) * 2 * stride - 1;
        if (last + stride < SECTION)
            sums[last + stride] += sums[last];
    }
    __syncthreads();
    for (int col = t; col < width; col += BLOCK_SIZE)
        out[start + col] = sums[col];
}

EXPORT void scan_rows_brent_kung(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    brent_kung_kernel<<<rows, BLOCK_SIZE>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
