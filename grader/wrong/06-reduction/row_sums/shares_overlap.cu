// bug: a share ends at the first element of the next
// reason: wrong
// pattern: shares_overlap
// says: is counted twice
#include "reduction.h"

#define BLOCK_SIZE 128

__global__ void row_sums_kernel(const int *in, int *out, int width)
{
    __shared__ int partial[BLOCK_SIZE];
    int t = threadIdx.x, share = (width + BLOCK_SIZE - 1) / BLOCK_SIZE, sum = 0;
    const int *row = in + (size_t)blockIdx.x * width;
    for (int col = t * share; col <= (t + 1) * share && col < width; col++)
        sum += row[col];
    partial[t] = sum;
    __syncthreads();
    for (int half = BLOCK_SIZE / 2; half > 0; half /= 2) {
        if (t < half)
            partial[t] += partial[t + half];
        __syncthreads();
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
