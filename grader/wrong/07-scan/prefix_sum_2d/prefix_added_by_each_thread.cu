// bug: each thread adds up all elements up to its own, along its row and then down its column
// reason: technique
// says: all that lies before its own
// only: technique
#include "scan.h"

#define BLOCK_SIZE 128

__global__ void rows_kernel(const int *in, int *sums, int rows, int width)
{
    size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    if (i >= (size_t)rows * width)
        return;
    int sum = 0;
    for (size_t at = i / width * width; at <= i; at++)
        sum += in[at];
    sums[i] = sum;
}

__global__ void columns_kernel(const int *sums, int *out, int rows, int width)
{
    size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    if (i >= (size_t)rows * width)
        return;
    int sum = 0;
    for (size_t at = i % width; at <= i; at += width)
        sum += sums[at];
    out[i] = sum;
}

EXPORT void prefix_sum_2d(const int *d_in, int *d_out, int rows, int width)
{
    size_t n = (size_t)rows * width;
    int *d_sums;
    if (n == 0)
        return;
    CHECK(cudaMalloc(&d_sums, n * sizeof *d_sums));
    rows_kernel<<<blocks_for(n, BLOCK_SIZE), BLOCK_SIZE>>>(d_in, d_sums, rows, width);
    columns_kernel<<<blocks_for(n, BLOCK_SIZE), BLOCK_SIZE>>>(d_sums, d_out, rows, width);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(d_sums));
}
