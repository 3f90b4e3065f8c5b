// bug: a block, one of 128, loads its next row while others still store the last
// reason: race
// says: race
// only: race
#include "scan.h"

#define BLOCK_SIZE 512
#define SECTION (2 * BLOCK_SIZE)
#define MOST_BLOCKS 128

__global__ void brent_kung_kernel(const int *in, int *out, int rows, int width)
{
    __shared__ int sums[SECTION];
    int t = threadIdx.x;
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        size_t start = (size_t)row * width;
        for (int col = 2 * t; col < 2 * t + 2; col++)
            sums[col] = col < width ? in[start + col] : 0;
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
        for (int col = t; col < width; col += BLOCK_SIZE)
            out[start + col] = sums[col];
    }
}

EXPORT void scan_rows_brent_kung(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    int blocks = rows < MOST_BLOCKS ? rows : MOST_BLOCKS;
    brent_kung_kernel<<<blocks, BLOCK_SIZE>>>(d_in, d_out, rows, width);
    CHECK(cudaGetLastError());
}
