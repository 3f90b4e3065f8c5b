// bug: two bins share a word
// reason: wrong
// pattern: counters_of_16_bits
// says: want 68157773
#include "histogram.h"

#define BLOCK_SIZE 128 // a thread a word
#define BLOCKS 8

__global__ void bytes_kernel(const unsigned char *data, size_t n, unsigned *bins)
{
    __shared__ unsigned pairs[BYTE_BINS / 2];
    pairs[threadIdx.x] = 0;
    __syncthreads();
    for (size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x; i < n;
         i += (size_t)gridDim.x * BLOCK_SIZE)
        atomicAdd(&pairs[data[i] / 2], data[i] % 2 ? 1u << 16 : 1u);
    __syncthreads();
    atomicAdd(&bins[2 * threadIdx.x], pairs[threadIdx.x] & 65535);
    atomicAdd(&bins[2 * threadIdx.x + 1], pairs[threadIdx.x] >> 16);
}

EXPORT void byte_histogram(const unsigned char *d_data, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, BYTE_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    bytes_kernel<<<BLOCKS, BLOCK_SIZE>>>(d_data, n, d_bins);
    CHECK(cudaGetLastError());
}
