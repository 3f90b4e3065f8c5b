// tasks: scan_rows_brent_kung
// how: an exclusive scan by swaps on the way down, then the own elements
#include "scan.h"

#define BLOCK_SIZE 512
#define SECTION (2 * BLOCK_SIZE)

// Places with a pad after each 32, against bank conflicts.
static __device__ int padded(int place)
{
    return place + place / 32;
}

__global__ void scan_kernel(const int *in, int *out, int width)
{
    extern __shared__ int sums[];
    int t = threadIdx.x;
    const int *row = in + (size_t)blockIdx.x * width;
    for (int col = t; col < SECTION; col += BLOCK_SIZE)
        sums[padded(col)] = col < width ? row[col] : 0;
    for (int stride = 1; stride < SECTION; stride *= 2) {
        __syncthreads();
        int last = (t + 1) * 2 * stride - 1;
        if (last < SECTION)
            sums[padded(last)] += sums[padded(last - stride)];
    }
    __syncthreads();
    if (t == 0)
        sums[padded(SECTION - 1)] = 0;
    for (int stride = SECTION / 2; stride > 0; stride /= 2) {
        __syncthreads();
        int last = (t + 1) * 2 * stride - 1;
        if (last < SECTION) {
            int left = sums[padded(last - stride)];
            sums[padded(last - stride)] = sums[padded(last)];
            sums[padded(last)] += left;
        }
    }
    __syncthreads();
    for (int col = t; col < width; col += BLOCK_SIZE)
        out[(size_t)blockIdx.x * width + col] = sums[padded(col)] + row[col];
}

EXPORT void scan_rows_brent_kung(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    scan_kernel<<<rows, BLOCK_SIZE, (SECTION + SECTION / 32) * sizeof(int)>>>(d_in, d_out,
                                                                              width);
    CHECK(cudaGetLastError());
}
