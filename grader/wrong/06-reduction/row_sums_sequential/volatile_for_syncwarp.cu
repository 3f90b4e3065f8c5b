// bug: the old warp-level tail
// reason: race
// says: is a __syncwarp() missing
#include "reduction.h"

#define BLOCK_SIZE 512
#define SECTION (2 * BLOCK_SIZE)

__global__ void sequential_kernel(const int *in, int *out, int width)
{
    __shared__ int partial[SECTION];
    int t = threadIdx.x;
    for (int i = t; i < SECTION; i += BLOCK_SIZE)
        partial[i] = i < width ? in[(size_t)blockIdx.x * width + i] : 0;
    for (int stride = SECTION / 2; stride > 32; stride /= 2) {
        __syncthreads();
        if (t < stride)
            partial[t] += partial[t + stride];
    }
    __syncthreads();
    volatile int *last = partial;
    if (t < 32)
        for (int stride = 32; stride > 0; stride /= 2)
            last[t] += last[t + stride];
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
