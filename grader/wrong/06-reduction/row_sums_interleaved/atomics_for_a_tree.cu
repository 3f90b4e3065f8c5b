// bug: every thread adds to one place
// reason: technique
// says: atomic additions a row
// only: technique
#include "reduction.h"

#define BLOCK_SIZE 512

__global__ void interleaved_kernel(const int *in, int *out, int width)
{
    __shared__ int sum;
    int t = threadIdx.x;
    if (t == 0)
        sum = 0;
    __syncthreads();
    for (int i = t; i < width; i += BLOCK_SIZE)
        atomicAdd(&sum, in[(size_t)blockIdx.x * width + i]);
    __syncthreads();
    if (t == 0)
        out[blockIdx.x] = sum;
}

EXPORT void row_sums_interleaved(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    interleaved_kernel<<<rows, BLOCK_SIZE>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
