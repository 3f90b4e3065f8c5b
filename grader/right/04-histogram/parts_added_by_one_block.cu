// tasks: byte_histogram
// how: a block for each 128 bytes leaves its bins in memory, and one block adds them up: more
// words than the text has
#include "histogram.h"

#define BLOCK_SIZE 128

__global__ void count_kernel(const unsigned char *data, size_t n, unsigned *parts)
{
    __shared__ unsigned own[BYTE_BINS];
    for (unsigned bin = threadIdx.x; bin < BYTE_BINS; bin += blockDim.x)
        own[bin] = 0;
    __syncthreads();
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        atomicAdd(&own[data[i]], 1);
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < BYTE_BINS; bin += blockDim.x)
        parts[blockIdx.x * BYTE_BINS + bin] = own[bin];
}

// Thread b adds up bin b of all blocks.
__global__ void add_kernel(const unsigned *parts, unsigned blocks, unsigned *bins)
{
    unsigned sum = 0;
    for (unsigned block = 0; block < blocks; block++)
        sum += parts[block * BYTE_BINS + threadIdx.x];
    bins[threadIdx.x] = sum;
}

EXPORT void byte_histogram(const unsigned char *d_data, size_t n, unsigned *d_bins)
{
    unsigned blocks = n < 1024 * BLOCK_SIZE ? blocks_for(n, BLOCK_SIZE) : 1024, *parts;
    CHECK(cudaMalloc(&parts, (blocks + 1) * BYTE_BINS * sizeof *parts));
    if (n > 0)
        count_kernel<<<blocks, BLOCK_SIZE>>>(d_data, n, parts);
    CHECK(cudaGetLastError());
    add_kernel<<<1, BYTE_BINS>>>(parts, blocks, d_bins);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(parts));
}
