// bug: rows left out
// reason: wrong
// pattern: from-some-element
// says: right up to element 3071 and wrong from there on
#include "scan.h"

#define BLOCK_SIZE 256

static __device__ int scan_block(int value)
{
    __shared__ int sums[1024];
    unsigned t = threadIdx.x;
    sums[t] = value;
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        int before = t >= stride ? sums[t - stride] : 0;
        __syncthreads();
        sums[t] += before;
    }
    return sums[t];
}

__global__ void scan_rows_kernel(const int *in, int *out, int width)
{
    __shared__ int last_sum;
    size_t start = (size_t)blockIdx.x * width;
    int carry = 0;
    for (int first = 0; first < width; first += BLOCK_SIZE) {
        int col = first + threadIdx.x;
        int sum = carry + scan_block(col < width ? in[start + col] : 0);
        if (col < width)
            out[start + col] = sum;
        if (threadIdx.x == BLOCK_SIZE - 1)
            last_sum = sum;
        __syncthreads();
        carry = last_sum;
    }
}

__global__ void scan_columns_kernel(const int *in, int *out, int rows, int width)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (int row = 0; row < rows && col < width; row++) {
        sum += in[(size_t)row * width + col];
        out[(size_t)row * width + col] = sum;
    }
}

EXPORT void prefix_sum_2d(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    int blocks = rows < 1024 ? rows : 1024;
    scan_rows_kernel<<<blocks, BLOCK_SIZE>>>(d_in, d_out, width);
    scan_columns_kernel<<<blocks_for(width, 128), 128>>>(d_out, d_out, rows, width);
    CHECK(cudaGetLastError());
}
