// bug: words of four bytes are loaded from wherever the bytes begin
// reason: misaligned
// says: of text, an address that is no multiple of 4
#include "histogram.h"

__global__ void words_kernel(const unsigned char *data, size_t n, unsigned *bins)
{
    __shared__ unsigned own[BYTE_BINS];
    for (unsigned bin = threadIdx.x; bin < BYTE_BINS; bin += blockDim.x)
        own[bin] = 0;
    __syncthreads();
    size_t thread = (size_t)blockIdx.x * blockDim.x + threadIdx.x, words = n / 4;
    for (size_t i = thread; i < words; i += (size_t)gridDim.x * blockDim.x) {
        unsigned word = ((const unsigned *)data)[i];
        for (int shift = 0; shift < 32; shift += 8)
            atomicAdd(&own[word >> shift & 255], 1);
    }
    if (4 * words + thread < n)
        atomicAdd(&own[data[4 * words + thread]], 1);
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < BYTE_BINS; bin += blockDim.x)
        atomicAdd(&bins[bin], own[bin]);
}

EXPORT void byte_histogram(const unsigned char *d_data, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, BYTE_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    unsigned blocks = blocks_for(n, 1024);
    blocks = blocks < 64 ? blocks : 64;
    words_kernel<<<blocks, 256>>>(d_data, n, d_bins);
    CHECK(cudaGetLastError());
}
