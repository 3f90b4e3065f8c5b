// bug: each thread merges all bins from its own on
// reason: wrong
// pattern: merged_onwards
// says: the loop goes on by blockDim.x
#include "histogram.h"

__global__ void byte_kernel(const unsigned char *data, size_t n, unsigned *bins)
{
    __shared__ unsigned own[BYTE_BINS];
    for (unsigned bin = threadIdx.x; bin < BYTE_BINS; bin += blockDim.x)
        own[bin] = 0;
    __syncthreads();
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        atomicAdd(&own[data[i]], 1);
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < BYTE_BINS; bin++)
        atomicAdd(&bins[bin], own[bin]);
}

EXPORT void byte_histogram(const unsigned char *d_data, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, BYTE_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    unsigned blocks = blocks_for(n, 128);
    blocks = blocks < 64 ? blocks : 64;
    byte_kernel<<<blocks, 128>>>(d_data, n, d_bins);
    CHECK(cudaGetLastError());
}
