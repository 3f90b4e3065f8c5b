// bug: no barrier before the carry is read
// reason: race
// says: missing between them
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

__global__ void scan_rows_kernel(const int *in, int *out, int width)
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
        carry = last_sum;
    }
}

__global__ void scan_columns_kernel(int *sums, int rows, int width)
{
    size_t col = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (int row = 1; row < rows && col < (size_t)width; row++)
        sums[(size_t)row * width + col] += sums[(size_t)(row - 1) * width + col];
}

EXPORT void prefix_sum_2d(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    scan_rows_kernel<<<rows, BLOCK_SIZE>>>(d_in, d_out, width);
    scan_columns_kernel<<<blocks_for(width, BLOCK_SIZE), BLOCK_SIZE>>>(d_out, rows, width);
    CHECK(cudaGetLastError());
}
