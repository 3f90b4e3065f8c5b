// bug: a thread merges the bin of its number in the grid, so that each block merges a few
// reason: wrong
// pattern: bins_from_128
// also: one_block_a_bin
// says: a block merges all of its bins, by threadIdx.x
#include "histogram.h"

#define BLOCK_SIZE 128
#define MOST_BLOCKS 1024

__global__ void byte_kernel(const unsigned char *data, size_t n, unsigned *bins)
{
    __shared__ unsigned own[BYTE_BINS];
    for (int b = threadIdx.x; b < BYTE_BINS; b += blockDim.x)
        own[b] = 0;
    __syncthreads(); // all bins are 0
    size_t thread = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (size_t i = thread; i < n; i += (size_t)gridDim.x * blockDim.x)
        atomicAdd(&own[data[i]], 1);
    __syncthreads(); // all bytes are counted
    if (thread < BYTE_BINS)
        atomicAdd(&bins[thread], own[thread]);
}

EXPORT void byte_histogram(const unsigned char *d_data, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, BYTE_BINS * sizeof(unsigned)));
    if (n == 0)
        return;
    size_t blocks = (n + BLOCK_SIZE - 1) / BLOCK_SIZE;
    byte_kernel<<<(unsigned)(blocks < MOST_BLOCKS ? blocks : MOST_BLOCKS), BLOCK_SIZE>>>(
        d_data, n, d_bins);
    CHECK(cudaGetLastError());
}
