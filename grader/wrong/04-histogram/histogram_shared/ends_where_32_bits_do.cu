// bug: the index is an unsigned, and the loop ends where that goes round
// reason: wrong
// says: more than 32 bits hold
#include "histogram.h"

#define BLOCK_SIZE 256
#define MOST_BLOCKS 1024

__global__ void shared_kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    __shared__ unsigned own[LETTER_BINS];
    if (threadIdx.x < LETTER_BINS)
        own[threadIdx.x] = 0;
    __syncthreads(); // all bins are 0
    unsigned stride = gridDim.x * blockDim.x, before = 0;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n && i >= before;
         before = i, i += stride) {
        int letter = text[i] - 'a';
        if (letter >= 0 && letter < 26)
            atomicAdd(&own[letter / 4], 1);
    }
    __syncthreads(); // all letters are counted
    if (threadIdx.x < LETTER_BINS)
        atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

EXPORT void histogram_shared(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, LETTER_BINS * sizeof(unsigned)));
    if (n == 0)
        return;
    size_t blocks = (n + BLOCK_SIZE - 1) / BLOCK_SIZE;
    shared_kernel<<<(unsigned)(blocks < MOST_BLOCKS ? blocks : MOST_BLOCKS), BLOCK_SIZE>>>(
        d_text, n, d_bins);
    CHECK(cudaGetLastError());
}
