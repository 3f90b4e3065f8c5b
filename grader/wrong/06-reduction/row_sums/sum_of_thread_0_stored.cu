// bug: thread 0 stores its own sum, not that of the tree
// reason: wrong
// pattern: thread_0_alone
// says: what thread 0 alone has added up
#include "reduction.h"

enum { BLOCK_SIZE = 512 };

__global__ void rows_kernel(const int *in, int *out, int width)
{
    __shared__ int partial[BLOCK_SIZE];
    const int *row = in + (size_t)blockIdx.x * width;
    int t = threadIdx.x, sum = 0;
    for (size_t i = threadIdx.x; i < (size_t)width; i += BLOCK_SIZE)
        sum += row[i];
    partial[t] = sum;
    for (int stride = BLOCK_SIZE / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (t < stride)
            partial[t] += partial[t + stride];
    }
    if (t == 0)
        out[blockIdx.x] = sum;
}

EXPORT void row_sums(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    rows_kernel<<<rows, BLOCK_SIZE>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
