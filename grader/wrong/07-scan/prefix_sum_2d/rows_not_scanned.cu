// bug: columns only
// reason: wrong
// pattern: columns_only
// says: the way along the rows is missing
#include "scan.h"

#define BLOCK_SIZE 256

__global__ void scan_columns_kernel(const int *in, int *out, int rows, int width)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (int row = 0; row < rows && col < width; row++) {
        sum += in[(size_t)row * width + col];
        out[(size_t)row * width + col] = sum;
    }
}

EXPORT void prefix_sum_2d(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    scan_columns_kernel<<<blocks_for(width, 128), 128>>>(d_in, d_out, rows, width);
    CHECK(cudaGetLastError());
}
