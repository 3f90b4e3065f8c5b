// bug: each thread adds up all elements above and to the left of its own
// reason: technique
// says: which loop goes over what other threads go over as well?
// only: technique
#include "scan.h"

#define BLOCK_SIZE 256

__global__ void sums_kernel(const int *in, int *out, int rows, int width)
{
    size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    if (i >= (size_t)rows * width)
        return;
    int sum = 0;
    for (size_t row = 0; row <= i / width; row++)
        for (size_t col = 0; col <= i % width; col++)
            sum += in[row * width + col];
    out[i] = sum;
}

EXPORT void prefix_sum_2d(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    sums_kernel<<<blocks_for((size_t)rows * width, BLOCK_SIZE), BLOCK_SIZE>>>(d_in, d_out, rows,
                                                                              width);
    CHECK(cudaGetLastError());
}
