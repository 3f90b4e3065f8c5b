// bug: columns follow at once
// reason: race
// pattern: scanned_rows
// says: blocks run in no order
#include "scan.h"

#define BLOCK_SIZE 256

static __device__ int scan_block(int value)
{
    __shared__ int sums[BLOCK_SIZE];
    __syncthreads();
    sums[threadIdx.x] = value;
    for (int stride = 1; stride < BLOCK_SIZE; stride *= 2) {
        __syncthreads();
        int before = threadIdx.x >= stride ? sums[threadIdx.x - stride] : 0;
        __syncthreads();
        sums[threadIdx.x] += before;
    }
    return sums[threadIdx.x];
}

__global__ void scan_rows_kernel(const int *in, int *out, int rows, int width)
{
    __shared__ int last_sum;
    int carry = 0;
    for (int first = 0; first < width; first += BLOCK_SIZE) {
        int col = first + threadIdx.x;
        size_t i = (size_t)blockIdx.x * width + col;
        int sum = carry + scan_block(col < width ? in[i] : 0);
        if (col < width)
            out[i] = sum;
        if (threadIdx.x == BLOCK_SIZE - 1)
            last_sum = sum;
        __syncthreads();
        carry = last_sum;
    }
    size_t col = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    for (int row = 1; row < rows && col < (size_t)width; row++)
        out[(size_t)row * width + col] += out[(size_t)(row - 1) * width + col];
}

EXPORT void prefix_sum_2d(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    scan_rows_kernel<<<rows, BLOCK_SIZE>>>(d_in, d_out, rows, width);
    CHECK(cudaGetLastError());
}
