// tasks: byte_histogram
// how: one row of bins a block in device memory, then one sum a bin
#include "histogram.h"

#define BLOCKS 48

static __device__ unsigned counted[BLOCKS][BYTE_BINS];

__global__ void count_kernel(const unsigned char *data, size_t n)
{
    __shared__ unsigned own[BYTE_BINS];
    for (unsigned bin = threadIdx.x; bin < BYTE_BINS; bin += blockDim.x)
        own[bin] = 0;
    __syncthreads();
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x)
        atomicAdd(&own[data[i]], 1);
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < BYTE_BINS; bin += blockDim.x)
        counted[blockIdx.x][bin] = own[bin];
}

// Thread b adds up bin b of all blocks: no atomics, and nothing to clear.
__global__ void add_kernel(unsigned *bins)
{
    unsigned sum = 0;
    for (int block = 0; block < BLOCKS; block++)
        sum += counted[block][threadIdx.x];
    bins[threadIdx.x] = sum;
}

EXPORT void byte_histogram(const unsigned char *d_data, size_t n, unsigned *d_bins)
{
    count_kernel<<<BLOCKS, 160>>>(d_data, n);
    CHECK(cudaGetLastError());
    add_kernel<<<1, BYTE_BINS>>>(d_bins);
    CHECK(cudaGetLastError());
}
