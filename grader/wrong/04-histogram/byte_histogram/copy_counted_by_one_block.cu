// bug: many blocks copy the text and count it for show, and one counts the copy
// reason: technique
// says: one block does the work
// says: single blocks read
// only: technique
#include "histogram.h"

#define BLOCK_SIZE 128

__global__ void copy_kernel(const unsigned char *data, size_t n, unsigned char *copy)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        copy[i] = data[i];
}

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

EXPORT void byte_histogram(const unsigned char *d_data, size_t n, unsigned *d_bins)
{
    unsigned *parts;
    unsigned char *copy;
    CHECK(cudaMemset(d_bins, 0, BYTE_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    CHECK(cudaMalloc(&parts, 1024 * BYTE_BINS * sizeof *parts));
    CHECK(cudaMalloc(&copy, n));
    copy_kernel<<<blocks_for(n, BLOCK_SIZE), BLOCK_SIZE>>>(d_data, n, copy);
    count_kernel<<<1024, BLOCK_SIZE>>>(d_data, n, parts);
    count_kernel<<<1, 1024>>>(copy, n, d_bins);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(copy));
    CHECK(cudaFree(parts));
}
