// bug: a thread a row
// reason: technique
// says: threads of a warp load together
// only: technique
#include "scan.h"

#define BLOCK_SIZE 64

__global__ void scan_kernel(const int *in, int *out, int rows, int width)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    if (row >= rows)
        return;
    size_t start = (size_t)row * width;
    for (int col = 0; col < width; col++)
        out[start + col] = sum += in[start + col];
}

EXPORT void scan_rows_brent_kung(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    scan_kernel<<<blocks_for(rows, BLOCK_SIZE), BLOCK_SIZE>>>(d_in, d_out, rows, width);
    CHECK(cudaGetLastError());
}
