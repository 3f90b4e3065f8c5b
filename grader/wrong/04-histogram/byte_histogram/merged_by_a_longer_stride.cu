// bug: blocks of 64 threads merge their bins in a loop that goes on by 128
// reason: wrong
// pattern: bins_between_strides
// says: go on by blockDim.x
#include "histogram.h"

#define BLOCK_SIZE 64
#define MOST_BLOCKS 1024

__global__ void byte_kernel(const unsigned char *data, size_t n, unsigned *bins)
{
    __shared__ unsigned own[BYTE_BINS];
    for (int b = threadIdx.x; b < BYTE_BINS; b += blockDim.x)
        own[b] = 0;
    __syncthreads(); // all bins are 0
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        atomicAdd(&own[data[i]], 1);
    __syncthreads(); // all bytes are counted
    for (int b = threadIdx.x; b < BYTE_BINS; b += 128)
        atomicAdd(&bins[b], own[b]);
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
