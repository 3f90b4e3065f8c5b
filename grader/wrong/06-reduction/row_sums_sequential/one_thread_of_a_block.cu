// bug: one thread adds the row
// reason: technique
// says: threads of a warp load together
// only: technique
#include "reduction.h"

#define BLOCK_SIZE 512

__global__ void sequential_kernel(const int *in, int *out, int width)
{
    int sum = 0;
    if (threadIdx.x > 0)
        return;
    for (int col = 0; col < width; col++)
        sum += in[(size_t)blockIdx.x * width + col];
    out[blockIdx.x] = sum;
}

EXPORT void row_sums_sequential(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    sequential_kernel<<<rows, BLOCK_SIZE>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
