// bug: prefix_sum_2d of a field that has one row: one block scans the whole list
// reason: technique
// says: one block reads 196608 of 196608 elements
// only: technique
#include "scan.h"

#define BLOCK_SIZE 256

__global__ void scan_row_kernel(const int *in, int *out, size_t n)
{
    __shared__ int sums[BLOCK_SIZE], last;
    int carry = 0;
    for (size_t first = 0; first < n; first += BLOCK_SIZE) {
        size_t i = first + threadIdx.x;
        sums[threadIdx.x] = i < n ? in[i] : 0;
        for (int stride = 1; stride < BLOCK_SIZE; stride *= 2) {
            __syncthreads();
            int before = threadIdx.x >= stride ? sums[threadIdx.x - stride] : 0;
            __syncthreads();
            sums[threadIdx.x] += before;
        }
        if (threadIdx.x == BLOCK_SIZE - 1)
            last = carry + sums[threadIdx.x];
        if (i < n)
            out[i] = carry + sums[threadIdx.x];
        __syncthreads();
        carry = last;
        __syncthreads();
    }
}

__global__ void scan_columns_kernel(int *sums, size_t rows, size_t width)
{
    size_t col = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    int sum = 0;
    for (size_t row = 0; row < rows && col < width; row++)
        sums[row * width + col] = sum += sums[row * width + col];
}

EXPORT void scan_fast(const int *d_in, int *d_out, size_t n)
{
    if (n == 0)
        return;
    scan_row_kernel<<<1, BLOCK_SIZE>>>(d_in, d_out, n);
    scan_columns_kernel<<<blocks_for(n, BLOCK_SIZE), BLOCK_SIZE>>>(d_out, 1, n);
    CHECK(cudaGetLastError());
}
