// bug: rows a SECTION apart
// reason: out-of-bounds
// pattern: rows_1024_apart
// says: begin width elements apart
#include "reduction.h"

#define BLOCK_SIZE 512
#define SECTION (2 * BLOCK_SIZE)

__global__ void interleaved_kernel(const int *in, int *out, int width)
{
    __shared__ int partial[SECTION];
    const int *row = in + (size_t)blockIdx.x * SECTION;
    int t = threadIdx.x;
    partial[t] = t < width ? row[t] : 0;
    partial[t + BLOCK_SIZE] = t + BLOCK_SIZE < width ? row[t + BLOCK_SIZE] : 0;
    for (int stride = 1; stride < SECTION; stride *= 2) {
        __syncthreads();
        if (t % stride == 0)
            partial[2 * t] += partial[2 * t + stride];
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
