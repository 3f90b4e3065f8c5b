// bug: each of 1024 x 256 threads counts in fields of 9 bits, and never moves them
// reason: wrong
// pattern: fields_run_over
// says: one that is full runs over into the next
#include "histogram.h"

#define BLOCK 256
#define MOST_BLOCKS 1024u
#define LETTERS 64 // of a thread, at least

__global__ void fields_kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    __shared__ unsigned own[LETTER_BINS];
    if (threadIdx.x < LETTER_BINS)
        own[threadIdx.x] = 0;
    __syncthreads();
    size_t stride = (size_t)gridDim.x * BLOCK;
    unsigned long long fields = 0;
    for (size_t i = (size_t)blockIdx.x * BLOCK + threadIdx.x; i < n; i += stride) {
        unsigned letter = text[i] - 'a';
        if (letter < 26)
            fields += 1ull << 9 * (letter / 4);
    }
    for (int bin = 0; bin < LETTER_BINS; bin++)
        if (fields >> 9 * bin & 511)
            atomicAdd(&own[bin], (unsigned)(fields >> 9 * bin & 511));
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
    fields_kernel<<<blocks, BLOCK>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
}
