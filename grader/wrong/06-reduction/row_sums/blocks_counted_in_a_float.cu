// bug: counts the blocks of a row each in a float, which lacks two
// reason: wrong
// says: as by ceilf()
#include "reduction.h"

#define BLOCK_SIZE 64

__global__ void sum_kernel(const int *in, int *out, int width)
{
    __shared__ int sums[BLOCK_SIZE];
    int t = threadIdx.x;
    const int *row = in + (size_t)blockIdx.x * width;
    int sum = 0;
    for (int col = t; col < width; col += BLOCK_SIZE)
        sum += row[col];
    sums[t] = sum;
    for (int stride = BLOCK_SIZE / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (t < stride)
            sums[t] += sums[t + stride];
    }
    if (t == 0)
        out[blockIdx.x] = sums[0];
}

EXPORT void row_sums(const int *d_in, int *d_out, int rows, int width)
{
    float blocks = ceilf(rows);
    if (rows == 0)
        return;
    sum_kernel<<<(unsigned)blocks, BLOCK_SIZE>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
