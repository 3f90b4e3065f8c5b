// bug: each of four warps has bins of its own, and the last one's are not merged
// reason: wrong
// pattern: last_warp_lost
// says: of each block the last warp's bytes are not counted
#include "histogram.h"

#define BLOCK 128
__global__ void count(const unsigned char *data, size_t n, unsigned *bins)
{
    __shared__ unsigned own[4 * BYTE_BINS];
    for (int b = threadIdx.x; b < 4 * BYTE_BINS; b += BLOCK)
        own[b] = 0;
    __syncthreads();
    size_t stride = (size_t)gridDim.x * BLOCK;
    for (size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x; i < n; i += stride)
        atomicAdd(&own[threadIdx.x / 32 * BYTE_BINS + data[i]], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < BYTE_BINS; b += BLOCK)
        atomicAdd(&bins[b], own[b] + own[b + 256] + own[b + 512]);
}
EXPORT void byte_histogram(const unsigned char *d_data, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, BYTE_BINS * sizeof(unsigned)));
    if (n == 0)
        return;
    unsigned blocks = n > BLOCK * 1024 ? 1024 : blocks_for(n, BLOCK);
    count<<<blocks, BLOCK>>>(d_data, n, d_bins);
    CHECK(cudaGetLastError());
}
