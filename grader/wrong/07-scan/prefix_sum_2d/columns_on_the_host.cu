// bug: the host adds down the columns
// reason: from-host
// says: the host has copied it
#include "scan.h"
#include <stdlib.h>

__global__ void scan_rows_kernel(const int *in, int *out, int rows, int width)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (int col = 0; row < rows && col < width; col++)
        out[(size_t)row * width + col] = sum += in[(size_t)row * width + col];
}

EXPORT void prefix_sum_2d(const int *d_in, int *d_out, int rows, int width)
{
    size_t count = (size_t)rows * width;
    if (count == 0)
        return;
    scan_rows_kernel<<<blocks_for(rows, 64), 64>>>(d_in, d_out, rows, width);
    CHECK(cudaGetLastError());
    int *sums = (int *)malloc(count * sizeof(int));
    CHECK(cudaMemcpy(sums, d_out, count * sizeof(int), cudaMemcpyDeviceToHost));
    for (size_t i = width; i < count; i++)
        sums[i] += sums[i - width];
    CHECK(cudaMemcpy(d_out, sums, count * sizeof(int), cudaMemcpyHostToDevice));
    free(sums);
}
