// bug: each of 1024 x 256 threads counts in 16 bits, and may have more letters
// reason: wrong
// pattern: counters_of_16_bits
// says: where a single block has
#include "histogram.h"

#define BLOCK 256
#define MOST_BLOCKS 1024u
#define LETTERS 64 // of a thread, at least

__global__ void counters_kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    __shared__ unsigned own[LETTER_BINS];
    if (threadIdx.x < LETTER_BINS)
        own[threadIdx.x] = 0;
    __syncthreads();
    size_t stride = (size_t)gridDim.x * BLOCK;
    unsigned short counters[LETTER_BINS] = {0};
    for (size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x; i < n; i += stride) {
        unsigned letter = text[i] - 'a';
        for (unsigned bin = 0; bin < LETTER_BINS; bin++)
            counters[bin] += letter < 26 && letter / 4 == bin;
    }
    for (int bin = 0; bin < LETTER_BINS; bin++)
        if (counters[bin] > 0)
            atomicAdd(&own[bin], counters[bin]);
    __syncthreads();
    if (threadIdx.x < LETTER_BINS && own[threadIdx.x] > 0)
        atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

EXPORT void histogram_fast(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, LETTER_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    unsigned blocks = min(blocks_for(n, BLOCK * LETTERS), MOST_BLOCKS);
    counters_kernel<<<blocks, BLOCK>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
}
