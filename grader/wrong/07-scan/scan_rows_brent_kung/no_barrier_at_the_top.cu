// bug: the top is added up too early
// reason: race
// says: missing between them
// only: race
#include "scan.h"

#define BLOCK_SIZE 512
#define SECTION (2 * BLOCK_SIZE)
#define RUN 64 // places that are summed before the last thread adds up the runs

__global__ void brent_kung_kernel(const int *in, int *out, int width)
{
    __shared__ int sums[SECTION];
    int t = threadIdx.x;
    size_t start = (size_t)blockIdx.x * width;
    for (int col = t; col < SECTION; col += BLOCK_SIZE)
        sums[col] = col < width ? in[start + col] : 0;
    for (int stride = 1; stride < RUN; stride *= 2) {
        __syncthreads();
        int last = (t + 1) * 2 * stride - 1;
        if (last < SECTION)
            sums[last] += sums[last - stride];
    }
    if (t == BLOCK_SIZE - 1)
        for (int last = 2 * RUN - 1; last < SECTION; last += RUN)
            sums[last] += sums[last - RUN];
    for (int stride = RUN / 2; stride > 0; stride /= 2) {
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
