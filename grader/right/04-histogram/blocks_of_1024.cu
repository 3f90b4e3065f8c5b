// tasks: byte_histogram
// how: more threads than bins, two copies of the bins a block
// night: blocks of 1024 take eight seconds of a core; bins_merged_in_turn.cu takes four
#include "histogram.h"

__global__ void copies_kernel(const unsigned char *data, size_t n, unsigned *bins)
{
    __shared__ unsigned own[2][BYTE_BINS];
    if (threadIdx.x < 2 * BYTE_BINS)
        own[threadIdx.x / BYTE_BINS][threadIdx.x % BYTE_BINS] = 0;
    __syncthreads();
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        atomicAdd(&own[threadIdx.x % 2][data[i]], 1);
    __syncthreads();
    if (threadIdx.x < BYTE_BINS)
        atomicAdd(&bins[threadIdx.x], own[0][threadIdx.x] + own[1][threadIdx.x]);
}

EXPORT void byte_histogram(const unsigned char *d_data, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, BYTE_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    copies_kernel<<<6, 1024>>>(d_data, n, d_bins);
    CHECK(cudaGetLastError());
}
