// bug: the guard leaves the row's last element out
// reason: wrong
// pattern: without_last
// says: each row's last element is missing
#include "reduction.h"

#define BLOCK_SIZE 512

__global__ void sequential_kernel(const int *in, int *out, int width)
{
    __shared__ int partial[2 * BLOCK_SIZE];
    int t = threadIdx.x;
    for (int col = t; col < 2 * BLOCK_SIZE; col += BLOCK_SIZE)
        partial[col] = col < width - 1 ? in[(size_t)blockIdx.x * width + col] : 0;
    for (int stride = BLOCK_SIZE; stride > 0; stride /= 2) {
        __syncthreads();
        if (t < stride)
            partial[t] += partial[t + stride];
    }
    if (t == 0)
        out[blockIdx.x] = partial[0];
}

EXPORT void row_sums_sequential(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    sequential_kernel<<<rows, BLOCK_SIZE>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
