// tasks: row_sums
// how: a block of 512 threads a row, and a tree in shared memory
#include "reduction.h"

#define BLOCK_SIZE 512

// The sum of what thread t of the block meets of a row: elements t, t + BLOCK_SIZE, ... In
// each step the block reads BLOCK_SIZE neighbours; the bound is the row's, so the last step may
// be a partial one. size_t, since the index after the last one may exceed an int.
static __device__ int sum_share(const int *row, int width)
{
    int sum = 0;
    for (size_t col = threadIdx.x; col < (size_t)width; col += BLOCK_SIZE)
        sum += row[col];
    return sum;
}

// Block r sums row r, of any width. One element a thread is left to the tree, so it has
// BLOCK_SIZE places, and nothing needs a barrier or shared memory before it.
__global__ void row_sums_kernel(const int *in, int *out, int width)
{
    __shared__ int partial[BLOCK_SIZE];
    int t = threadIdx.x;
    partial[t] = sum_share(in + (size_t)blockIdx.x * width, width);
    for (int stride = BLOCK_SIZE / 2; stride > 0; stride /= 2) {
        __syncthreads(); // the sums of the step before are complete
        if (t < stride)
            partial[t] += partial[t + stride];
    }
    if (t == 0)
        out[blockIdx.x] = partial[0];
}

EXPORT void row_sums(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    row_sums_kernel<<<rows, BLOCK_SIZE>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
