// bug: each thread adds two elements, and one thread what all others have
// reason: technique
// says: where one thread adds alone
// only: technique
#include "reduction.h"

#define BLOCK_SIZE 512

__global__ void pairs_kernel(const int *in, int *out, int width)
{
    __shared__ int sums[BLOCK_SIZE];
    int t = threadIdx.x, sum = 0;
    for (int i = t; i < width; i += BLOCK_SIZE)
        sum += in[(size_t)blockIdx.x * width + i];
    sums[t] = sum;
    __syncthreads();
    if (t > 0)
        return;
    for (int i = 1; i < BLOCK_SIZE; i++)
        sum += sums[i];
    out[blockIdx.x] = sum;
}

EXPORT void row_sums_sequential(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    pairs_kernel<<<rows, BLOCK_SIZE>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
