// bug: columns are scanned in sections without a carry
// reason: wrong
// pattern: no_carry_down
// says: columns begin anew in the middle
#include "scan.h"

#define BLOCK_SIZE 128
#define SECTION 64

__global__ void rows_kernel(const int *in, int *out, int rows, int width)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (int col = 0; row < rows && col < width; col++)
        out[(size_t)row * width + col] = sum += in[(size_t)row * width + col];
}

__global__ void columns_kernel(int *sums, int rows, int width)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, first = blockIdx.y * SECTION, sum = 0;
    for (int row = first; col < width && row < rows && row < first + SECTION; row++)
        sums[(size_t)row * width + col] = sum += sums[(size_t)row * width + col];
}

EXPORT void prefix_sum_2d(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    rows_kernel<<<blocks_for(rows, BLOCK_SIZE), BLOCK_SIZE>>>(d_in, d_out, rows, width);
    dim3 grid(blocks_for(width, BLOCK_SIZE), blocks_for(rows, SECTION));
    columns_kernel<<<grid, BLOCK_SIZE>>>(d_out, rows, width);
    CHECK(cudaGetLastError());
}
