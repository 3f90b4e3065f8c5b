// tasks: scan_rows_kogge_stone
// how: a thread adds up four neighbours, then all threads go by Kogge and Stone's steps
#include "scan.h"

#define BLOCK_SIZE 256

__global__ void kogge_stone_kernel(const int *in, int *out, int width)
{
    __shared__ int row[4 * BLOCK_SIZE], sums[BLOCK_SIZE];
    int t = threadIdx.x, own[4], sum = 0;
    size_t start = (size_t)blockIdx.x * width;
    for (int col = t; col < 4 * BLOCK_SIZE; col += BLOCK_SIZE)
        row[col] = col < width ? in[start + col] : 0;
    __syncthreads();
    for (int k = 0; k < 4; k++)
        own[k] = sum += row[4 * t + k];
    sums[t] = sum;
    for (int stride = 1; stride < BLOCK_SIZE; stride *= 2) {
        __syncthreads();
        int before = t >= stride ? sums[t - stride] : 0;
        __syncthreads();
        if (t >= stride)
            sums[t] += before;
    }
    for (int k = 0; k < 4; k++)
        if (4 * t + k < width)
            out[start + 4 * t + k] = sums[t] - sum + own[k];
}

EXPORT void scan_rows_kogge_stone(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    kogge_stone_kernel<<<rows, BLOCK_SIZE>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
