// bug: a row a block of a high grid
// reason: cuda-error
// says: in y and z at most 65535
#include "reduction.h"

#define BLOCK_SIZE 256

__global__ void row_sums_kernel(const int *in, int *out, int width)
{
    __shared__ int partial[BLOCK_SIZE];
    int sum = 0;
    for (int col = threadIdx.x; col < width; col += BLOCK_SIZE)
        sum += in[(size_t)blockIdx.y * width + col];
    partial[threadIdx.x] = sum;
    for (int stride = BLOCK_SIZE / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (threadIdx.x < stride)
            partial[threadIdx.x] += partial[threadIdx.x + stride];
    }
    if (threadIdx.x == 0)
        out[blockIdx.y] = partial[0];
}

EXPORT void row_sums(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    row_sums_kernel<<<dim3(1, rows), BLOCK_SIZE>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
