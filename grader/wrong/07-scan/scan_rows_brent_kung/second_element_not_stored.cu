// bug: one store
// reason: wrong
// pattern: tail-unwritten
// says: from element 512 on nothing was written
#include "scan.h"

#define BLOCK_SIZE 512
#define SECTION (2 * BLOCK_SIZE)

__global__ void brent_kung_kernel(const int *in, int *out, int width)
{
    __shared__ int sums[SECTION];
    const int *row = in + (size_t)blockIdx.x * width;
    int *sum_row = out + (size_t)blockIdx.x * width, t = threadIdx.x;
    sums[t] = t < width ? row[t] : 0;
    sums[t + BLOCK_SIZE] = t + BLOCK_SIZE < width ? row[t + BLOCK_SIZE] : 0;
    for (int stride = 1; stride < SECTION; stride *= 2) {
        __syncthreads();
        int last = (t + 1) * 2 * stride - 1;
        if (last < SECTION)
            sums[last] += sums[last - stride];
    }
    for (int stride = SECTION / 4; stride > 0; stride /= 2) {
        __syncthreads();
        int last = (t + 1) * 2 * stride - 1;
        if (last + stride < SECTION)
            sums[last + stride] += sums[last];
    }
    __syncthreads();
    if (t < width)
        sum_row[t] = sums[t];
}

EXPORT void scan_rows_brent_kung(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    brent_kung_kernel<<<rows, BLOCK_SIZE>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
