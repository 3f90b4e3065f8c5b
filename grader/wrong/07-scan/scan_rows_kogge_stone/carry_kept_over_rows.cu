// bug: a carry between rows
// reason: wrong
// pattern: one_long_row
// says: go on from the row before
#include "scan.h"

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

__global__ void kogge_stone_kernel(const int *in, int *out, int rows, int width)
{
    __shared__ int last_sum;
    int carry = 0;
    for (int row = 0; row < rows; row++) {
        size_t i = (size_t)row * width + threadIdx.x;
        int sum = out[i] = carry + scan_block(in[i]);
        if ((int)threadIdx.x == width - 1)
            last_sum = sum;
        __syncthreads();
        carry = last_sum;
    }
}

EXPORT void scan_rows_kogge_stone(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    kogge_stone_kernel<<<1, width>>>(d_in, d_out, rows, width);
    CHECK(cudaGetLastError());
}
