// bug: one bin a thread, but 64 threads
// reason: uninitialised
// pattern: bins_beyond_threads
// says: each thread has more than
#include "histogram.h"

__global__ void byte_kernel(const unsigned char *data, size_t n, unsigned *bins)
{
    __shared__ unsigned own[BYTE_BINS];
    if (threadIdx.x < BYTE_BINS)
        own[threadIdx.x] = 0;
    __syncthreads();
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&own[data[i]], 1);
    __syncthreads();
    if (threadIdx.x < BYTE_BINS)
        atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

EXPORT void byte_histogram(const unsigned char *d_data, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, BYTE_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    byte_kernel<<<blocks_for(n, 64), 64>>>(d_data, n, d_bins);
    CHECK(cudaGetLastError());
}
