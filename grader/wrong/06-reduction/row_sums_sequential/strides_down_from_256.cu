// bug: begins at stride 256
// reason: wrong
// pattern: first_512
// says: the first 512 elements
#include "reduction.h"

#define BLOCK_SIZE 512
#define SECTION (2 * BLOCK_SIZE)

__global__ void sequential_kernel(const int *in, int *out, int width)
{
    __shared__ int partial[SECTION];
    const int *row = in + (size_t)blockIdx.x * width;
    int t = threadIdx.x;
    partial[t] = t < width ? row[t] : 0;
    partial[t + BLOCK_SIZE] = t + BLOCK_SIZE < width ? row[t + BLOCK_SIZE] : 0;
    for (int stride = BLOCK_SIZE / 2; stride > 0; stride /= 2) {
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
