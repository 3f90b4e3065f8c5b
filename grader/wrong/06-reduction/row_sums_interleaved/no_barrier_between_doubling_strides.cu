// bug: no barrier
// reason: race
// says: missing before this line
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
    for (int stride = 1; stride < SECTION; stride *= 2)
        if (t % stride == 0)
            partial[2 * t] += partial[2 * t + stride];
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
