// bug: blocks merge by +=
// reason: race
// says: Then use an atomic such as atomicAdd()
// only: race
#include "histogram.h"

#define BLOCK_SIZE 128

__global__ void byte_kernel(const unsigned char *data, size_t n, unsigned *bins)
{
    __shared__ unsigned own[BYTE_BINS];
    for (unsigned bin = threadIdx.x; bin < BYTE_BINS; bin += blockDim.x)
        own[bin] = 0;
    __syncthreads();
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&own[data[i]], 1);
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < BYTE_BINS; bin += blockDim.x)
        bins[bin] += own[bin];
}

EXPORT void byte_histogram(const unsigned char *d_data, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, BYTE_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    byte_kernel<<<blocks_for(n, BLOCK_SIZE), BLOCK_SIZE>>>(d_data, n, d_bins);
    CHECK(cudaGetLastError());
}
