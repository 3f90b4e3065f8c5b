// tasks: row_sums_interleaved row_sums_sequential
// how: 1024 threads a row, as some slides have it
#include "reduction.h"

#define BLOCK_SIZE 1024

__global__ void interleaved_kernel(const int *in, int *out, int width)
{
    __shared__ int partial[BLOCK_SIZE];
    int t = threadIdx.x;
    partial[t] = t < width ? in[(size_t)blockIdx.x * width + t] : 0;
    for (int stride = 1; stride < BLOCK_SIZE; stride *= 2) {
        __syncthreads();
        if (t % (2 * stride) == 0)
            partial[t] += partial[t + stride];
    }
    if (t == 0)
        out[blockIdx.x] = partial[0];
}

__global__ void sequential_kernel(const int *in, int *out, int width)
{
    __shared__ int partial[BLOCK_SIZE];
    int t = threadIdx.x;
    partial[t] = t < width ? in[(size_t)blockIdx.x * width + t] : 0;
    __syncthreads();
    for (int stride = BLOCK_SIZE / 2; stride > 0; stride >>= 1) {
        if (t < stride)
            partial[t] += partial[t + stride];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = partial[0];
}

EXPORT void row_sums_interleaved(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    interleaved_kernel<<<rows, BLOCK_SIZE>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}

EXPORT void row_sums_sequential(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    sequential_kernel<<<rows, BLOCK_SIZE>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
