// tasks: scan_rows_kogge_stone prefix_sum_2d
// how: scans by shuffles in warps, then over the warps' sums
#include "scan.h"

#define WARP 32
#define MOST_THREADS 1024

static __device__ int scan_warp(int value)
{
    for (int stride = 1; stride < WARP; stride *= 2) {
        int before = __shfl_up_sync(0xffffffff, value, stride);
        if (threadIdx.x % WARP >= stride)
            value += before;
    }
    return value;
}

__global__ void scan_rows_kernel(const int *in, int *out, int width)
{
    __shared__ int of_warp[WARP];
    int t = threadIdx.x, carry = 0;
    for (size_t first = 0; first < (size_t)width; first += MOST_THREADS) {
        size_t i = (size_t)blockIdx.x * width + first + t;
        bool inside = first + t < (size_t)width;
        int sum = scan_warp(inside ? in[i] : 0);
        __syncthreads();
        if (t % WARP == WARP - 1)
            of_warp[t / WARP] = sum;
        __syncthreads();
        if (t < WARP)
            of_warp[t] = scan_warp(of_warp[t]);
        __syncthreads();
        sum += carry + (t >= WARP ? of_warp[t / WARP - 1] : 0);
        carry += of_warp[WARP - 1];
        if (inside)
            out[i] = sum;
    }
}

__global__ void scan_columns_kernel(int *sums, int rows, int width)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    for (int row = 1; row < rows && col < width; row++)
        sums[(size_t)row * width + col] += sums[(size_t)(row - 1) * width + col];
}

EXPORT void scan_rows_kogge_stone(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    scan_rows_kernel<<<rows, MOST_THREADS>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}

EXPORT void prefix_sum_2d(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    scan_rows_kernel<<<rows, MOST_THREADS>>>(d_in, d_out, width);
    scan_columns_kernel<<<blocks_for(width, 64), 64>>>(d_out, rows, width);
    CHECK(cudaGetLastError());
}
