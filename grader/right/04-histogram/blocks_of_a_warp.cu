// tasks: byte_histogram
// how: blocks of 32 threads, each with eight bins to look after
// night: so many blocks take six seconds of a core; bins_merged_in_turn.cu takes four
#include "histogram.h"

__global__ void warp_kernel(const unsigned char *data, size_t n, unsigned *bins)
{
    __shared__ unsigned own[BYTE_BINS];
    for (int round = 0; round < BYTE_BINS / 32; round++)
        own[threadIdx.x * (BYTE_BINS / 32) + round] = 0;
    __syncwarp();
    for (size_t i = (size_t)blockIdx.x * 32 + threadIdx.x; i < n; i += (size_t)gridDim.x * 32)
        atomicAdd(&own[data[i]], 1);
    __syncwarp();
    for (int round = 0; round < BYTE_BINS / 32; round++)
        atomicAdd(&bins[round * 32 + threadIdx.x], own[round * 32 + threadIdx.x]);
}

EXPORT void byte_histogram(const unsigned char *d_data, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, BYTE_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    warp_kernel<<<100, 32>>>(d_data, n, d_bins);
    CHECK(cudaGetLastError());
}
