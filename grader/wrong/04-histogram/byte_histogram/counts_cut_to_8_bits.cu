// bug: a block merges 8 bits of a count
// reason: wrong
// pattern: counters_of_8_bits
// says: counters of 8 bits run over
#include "histogram.h"

__global__ void byte_kernel(const unsigned char *data, size_t n, unsigned *bins)
{
    __shared__ unsigned own[BYTE_BINS];
    for (unsigned bin = threadIdx.x; bin < BYTE_BINS; bin += blockDim.x)
        own[bin] = 0;
    __syncthreads();
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (; i < n; i += blockDim.x)
        atomicAdd(&own[data[i]], 1);
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < BYTE_BINS; bin += blockDim.x)
        atomicAdd(&bins[bin], (unsigned char)own[bin]);
}

EXPORT void byte_histogram(const unsigned char *d_data, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, BYTE_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    byte_kernel<<<1, 128>>>(d_data, n, d_bins);
    CHECK(cudaGetLastError());
}
