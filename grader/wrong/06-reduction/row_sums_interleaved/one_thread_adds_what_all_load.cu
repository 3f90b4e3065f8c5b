// bug: all load, one thread adds
// reason: technique
// says: one thread adds alone
// only: technique
#include "reduction.h"

#define BLOCK_SIZE 512
#define SECTION (2 * BLOCK_SIZE)

__global__ void interleaved_kernel(const int *in, int *out, int width)
{
    __shared__ int partial[SECTION];
    int t = threadIdx.x;
    for (int i = t; i < SECTION; i += BLOCK_SIZE)
        partial[i] = i < width ? in[(size_t)blockIdx.x * width + i] : 0;
    __syncthreads();
    if (t > 0)
        return;
    int sum = 0;
    for (int i = 0; i < SECTION; i++)
        sum += partial[i];
    out[blockIdx.x] = sum;
}

EXPORT void row_sums_interleaved(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    interleaved_kernel<<<rows, BLOCK_SIZE>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
