// bug: reads place t - 1 in each step
// reason: wrong
// pattern: always_the_one_before
// says: the place just before
#include "scan.h"

#define BLOCK_SIZE 512
#define SECTION (2 * BLOCK_SIZE)

static __device__ int scan_block(int value)
{
    __shared__ int sums[SECTION];
    unsigned t = threadIdx.x;
    sums[t] = value;
    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        __syncthreads();
        int before = t >= stride ? sums[t - 1] : 0;
        __syncthreads();
        sums[t] += before;
    }
    return sums[t];
}

__global__ void kogge_stone_kernel(const int *in, int *out, int width)
{
    size_t i = (size_t)blockIdx.x * width + threadIdx.x;
    out[i] = scan_block(in[i]);
}

EXPORT void scan_rows_kogge_stone(const int *d_in, int *d_out, int rows, int width)
{
    if (rows == 0 || width == 0)
        return;
    kogge_stone_kernel<<<rows, width>>>(d_in, d_out, width);
    CHECK(cudaGetLastError());
}
