// bug: each thread adds its element atomically to all sums behind it
// reason: technique
// says: as where each thread adds up all that lies before its own
// only: technique
#include "scan.h"

__global__ void scan_kernel(const int *in, int *out, int width)
{
    __shared__ int sums[1024];
    size_t start = (size_t)blockIdx.x * width;
    int own = threadIdx.x < width ? in[start + threadIdx.x] : 0;
    sums[threadIdx.x] = 0;
    __syncthreads(); // all sums are cleared
    for (int i = threadIdx.x; i < width; i++)
        atomicAdd(&sums[i], own);
    __syncthreads(); // all have added
    if (threadIdx.x < width)
        out[start + threadIdx.x] = sums[threadIdx.x];
}

EXPORT void scan_rows_kogge_stone(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    scan_kernel<<<rows, 1024>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
