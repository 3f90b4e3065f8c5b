// bug: counted as done too early
// reason: race
// says: blocks run in no order
// only: race
#include "scan.h"

#define BLOCK_SIZE 256

static __device__ unsigned arrived;

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

__global__ void scan_kernel(const int *in, int *out, int rows, int width)
{
    __shared__ int last_sum;
    __shared__ bool last;
    int carry = 0;
    for (int first = 0; first < width; first += BLOCK_SIZE) {
        int col = first + threadIdx.x;
        size_t i = (size_t)blockIdx.x * width + col;
        int sum = carry + scan_block(col < width ? in[i] : 0);
        if (threadIdx.x == BLOCK_SIZE - 1)
            last_sum = sum;
        __syncthreads();
        carry = last_sum;
        if (col < width)
            out[i] = sum;
    }
    if (threadIdx.x == BLOCK_SIZE - 1) {
        __threadfence();
        last = atomicAdd(&arrived, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last)
        return;
    for (size_t col = threadIdx.x; col < (size_t)width; col += BLOCK_SIZE)
        for (int row = 1; row < rows; row++)
            out[row * (size_t)width + col] += out[(row - 1) * (size_t)width + col];
    if (threadIdx.x == 0)
        arrived = 0;
}

EXPORT void prefix_sum_2d(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    scan_kernel<<<rows, BLOCK_SIZE>>>(d_in, d_out, rows, width);
    CHECK(cudaGetLastError());
}
