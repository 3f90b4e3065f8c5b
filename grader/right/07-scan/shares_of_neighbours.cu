// tasks: scan_rows_brent_kung
// how: each thread first sums its own few neighbours; the tree has 64 places
#include "scan.h"

#define BLOCK_SIZE 64

__global__ void scan_kernel(const int *in, int *out, int width)
{
    __shared__ int sums[BLOCK_SIZE];
    const int *row = in + (size_t)blockIdx.x * width;
    int each = (width + BLOCK_SIZE - 1) / BLOCK_SIZE, first = threadIdx.x * each;
    int end = first + each < width ? first + each : width, sum = 0;
    for (int col = first; col < end; col++)
        sum += row[col];
    sums[threadIdx.x] = sum;
    for (int stride = 1; stride < BLOCK_SIZE; stride *= 2) {
        __syncthreads();
        int before = threadIdx.x >= stride ? sums[threadIdx.x - stride] : 0;
        __syncthreads();
        sums[threadIdx.x] += before;
    }
    sum = sums[threadIdx.x] - sum;
    for (int col = first; col < end; col++)
        out[(size_t)blockIdx.x * width + col] = sum += row[col];
}

EXPORT void scan_rows_brent_kung(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    scan_kernel<<<rows, BLOCK_SIZE>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
