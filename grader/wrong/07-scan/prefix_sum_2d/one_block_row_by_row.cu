// bug: one block walks all rows, with every column's sum so far in the row above
// reason: technique
// says: one block has all
// only: technique
#include "scan.h"

#define BLOCK_SIZE 128

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
    __syncthreads();
    return threadIdx.x ? sums[threadIdx.x - 1] + value : value;
}

__global__ void prefix_kernel(const int *in, int *out, int rows, int width)
{
    __shared__ int last_sum;
    for (int row = 0; row < rows; row++) {
        int carry = 0;
        for (int first = 0; first < width; first += BLOCK_SIZE) {
            int col = first + threadIdx.x;
            size_t i = (size_t)row * width + col;
            int sum = carry + scan_block(col < width ? in[i] : 0);
            if (col < width)
                out[i] = sum + (row ? out[i - width] : 0);
            if (threadIdx.x == BLOCK_SIZE - 1)
                last_sum = sum;
            __syncthreads();
            carry = last_sum;
        }
    }
}

EXPORT void prefix_sum_2d(const int *d_in, int *d_out, int rows, int width)
{
    prefix_kernel<<<1, BLOCK_SIZE>>>(d_in, d_out, rows, width);
    CHECK(cudaGetLastError());
}
