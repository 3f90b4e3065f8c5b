// bug: whole steps of 1024 only
// reason: wrong
// pattern: zeros
// also: whole_steps_1024
// says: the last width % 1024 elements
#include "reduction.h"

#define BLOCK_SIZE 1024

__global__ void row_sums_kernel(const int *in, int *out, int width)
{
    __shared__ int partial[BLOCK_SIZE];
    int t = threadIdx.x, sum = 0;
    for (int step = 0; step < width / BLOCK_SIZE; step++)
        sum += in[blockIdx.x * (size_t)width + step * BLOCK_SIZE + t];
    partial[t] = sum;
    for (int stride = BLOCK_SIZE / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (t < stride)
            partial[t] += partial[t + stride];
    }
    if (t == 0)
        out[blockIdx.x] = partial[0];
}

EXPORT void row_sums(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    row_sums_kernel<<<rows, BLOCK_SIZE>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
