// bug: threads without a left neighbour pass by
// reason: cuda-error
// says: wait at
// only: barrier
#include "scan.h"

#define SECTION 1024

__global__ void kogge_stone_kernel(const int *in, int *out, int width)
{
    __shared__ int sums[SECTION];
    int t = threadIdx.x;
    size_t i = (size_t)blockIdx.x * width + t;
    sums[t] = t < width ? in[i] : 0;
    __syncthreads();
    for (int stride = 1; stride < SECTION; stride *= 2)
        if (t >= stride) {
            int before = sums[t - stride];
            __syncthreads();
            sums[t] += before;
            __syncthreads();
        }
    if (t < width)
        out[i] = sums[t];
}

EXPORT void scan_rows_kogge_stone(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0)
        return;
    kogge_stone_kernel<<<rows, SECTION>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
