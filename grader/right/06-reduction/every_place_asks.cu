// tasks: row_sums_interleaved
// how: each place asks whether it is added to; two neighbours a thread
#include "reduction.h"

#define BLOCK_SIZE 512
#define SECTION (2 * BLOCK_SIZE)

__global__ void interleaved_kernel(const int *in, int *out, int width)
{
    __shared__ int partial[SECTION];
    int t = threadIdx.x;
    for (int i = 2 * t; i < 2 * t + 2; i++)
        partial[i] = i < width ? in[(size_t)blockIdx.x * width + i] : 0;
    for (int stride = 1; stride < SECTION; stride *= 2) {
        __syncthreads();
        for (int i = t; i < SECTION; i += BLOCK_SIZE)
            if (i % (2 * stride) == 0)
                partial[i] += partial[i + stride];
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
