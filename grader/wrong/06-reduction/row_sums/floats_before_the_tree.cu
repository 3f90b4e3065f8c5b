// bug: a float for each thread's share
// reason: wrong
// pattern: few_digits
// says: elements of out are wrong
#include "reduction.h"

#define BLOCK_SIZE 256

__global__ void row_sums_kernel(const int *in, int *out, int width)
{
    __shared__ int partial[BLOCK_SIZE];
    float sum = 0;
    for (int col = threadIdx.x; col < width; col += BLOCK_SIZE)
        sum += in[(size_t)blockIdx.x * width + col];
    partial[threadIdx.x] = sum;
    for (int stride = BLOCK_SIZE / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (threadIdx.x < stride)
            partial[threadIdx.x] += partial[threadIdx.x + stride];
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = partial[0];
}

EXPORT void row_sums(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    row_sums_kernel<<<rows, BLOCK_SIZE>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
