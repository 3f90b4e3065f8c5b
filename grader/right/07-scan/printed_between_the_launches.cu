// tasks: prefix_sum_2d
// how: copies the rows' sums back between the two launches, to print some, and the input before
// both
#include "scan.h"
#include <stdio.h>
#include <stdlib.h>

__global__ void scan_rows_kernel(const int *in, int *out, int rows, int width)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (int col = 0; row < rows && col < width; col++)
        out[(size_t)row * width + col] = sum += in[(size_t)row * width + col];
}

__global__ void scan_columns_kernel(int *out, int rows, int width)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (int row = 0; col < width && row < rows; row++)
        out[(size_t)row * width + col] = sum += out[(size_t)row * width + col];
}

static void print_corners(const char *what, const int *d_values, int rows, int width)
{
    size_t count = (size_t)rows * width;
    int *values = (int *)malloc(count * sizeof(int));
    CHECK(cudaMemcpy(values, d_values, count * sizeof(int), cudaMemcpyDeviceToHost));
    printf("%s: %d ... %d\n", what, values[0], values[count - 1]);
    free(values);
}

EXPORT void prefix_sum_2d(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    print_corners("input", d_in, rows, width);
    scan_rows_kernel<<<blocks_for(rows, 64), 64>>>(d_in, d_out, rows, width);
    CHECK(cudaGetLastError());
    print_corners("rows summed", d_out, rows, width);
    scan_columns_kernel<<<blocks_for(width, 64), 64>>>(d_out, rows, width);
    CHECK(cudaGetLastError());
    print_corners("all summed", d_out, rows, width);
}
