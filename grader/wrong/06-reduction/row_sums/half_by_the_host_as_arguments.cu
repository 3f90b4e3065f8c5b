// bug: the host adds every second element, and hands its sums over as arguments of launches
// reason: from-host
// says: where other values reach it the result is another
#include "reduction.h"
#include <stdlib.h>

#define BLOCK_SIZE 64

__global__ void row_kernel(const int *in, int *out, int row, int width, int others)
{
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = others;
    __syncthreads();
    int own = 0;
    for (int col = 2 * threadIdx.x; col < width; col += 2 * BLOCK_SIZE)
        own += in[(size_t)row * width + col];
    atomicAdd(&sum, own);
    __syncthreads();
    if (threadIdx.x == 0)
        out[row] = sum;
}

EXPORT void row_sums(const int *d_in, int *d_out, int rows, int width)
{
    size_t count = (size_t)rows * width;
    int *in = (int *)malloc(count * sizeof(int) + 1);
    CHECK(cudaMemcpy(in, d_in, count * sizeof(int), cudaMemcpyDeviceToHost));
    for (int row = 0; row < rows; row++) {
        int others = 0;
        for (int col = 1; col < width; col += 2)
            others += in[(size_t)row * width + col];
        row_kernel<<<1, BLOCK_SIZE>>>(d_in, d_out, row, width, others);
        CHECK(cudaGetLastError());
    }
    free(in);
}
