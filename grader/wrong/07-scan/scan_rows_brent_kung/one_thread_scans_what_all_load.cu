// bug: all load, one thread scans
// reason: technique
// says: one thread scans alone
// only: technique
#include "scan.h"

#define BLOCK_SIZE 512
#define SECTION (2 * BLOCK_SIZE)

__global__ void scan_kernel(const int *in, int *out, int width)
{
    __shared__ int sums[SECTION];
    size_t start = (size_t)blockIdx.x * width;
    for (int col = threadIdx.x; col < width; col += BLOCK_SIZE)
        sums[col] = in[start + col];
    __syncthreads();
    for (int col = 1; col < width && threadIdx.x == 0; col++)
        sums[col] += sums[col - 1];
    __syncthreads();
    for (int col = threadIdx.x; col < width; col += BLOCK_SIZE)
        out[start + col] = sums[col];
}

EXPORT void scan_rows_brent_kung(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    scan_kernel<<<rows, BLOCK_SIZE>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
