// bug: row and column exchanged
// reason: wrong
// pattern: column
// says: sums down columns
#include "reduction.h"

#define BLOCK_SIZE 512
#define SECTION (2 * BLOCK_SIZE)

__global__ void sequential_kernel(const int *in, int *out, int width)
{
    __shared__ int partial[SECTION];
    const int *row = in + blockIdx.x;
    int t = threadIdx.x;
    partial[t] = t < width ? row[(size_t)t * gridDim.x] : 0;
    partial[t + BLOCK_SIZE] =
        t + BLOCK_SIZE < width ? row[(size_t)(t + BLOCK_SIZE) * gridDim.x] : 0;
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
