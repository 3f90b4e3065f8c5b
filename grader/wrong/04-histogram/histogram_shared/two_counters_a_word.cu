// bug: two bins share a word
// reason: wrong
// pattern: carried_over
// says: want 68157773
#include "histogram.h"

#define BLOCK_SIZE 256
#define BLOCKS 64

__global__ void shared_kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    __shared__ unsigned pairs[(LETTER_BINS + 1) / 2];
    if (threadIdx.x < (LETTER_BINS + 1) / 2)
        pairs[threadIdx.x] = 0;
    __syncthreads();
    for (size_t i = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x; i < n;
         i += (size_t)gridDim.x * BLOCK_SIZE) {
        int letter = text[i] - 'a';
        if (letter >= 0 && letter < 26)
            atomicAdd(&pairs[letter / 8], letter / 4 % 2 ? 1u << 16 : 1u);
    }
    __syncthreads();
    if (threadIdx.x < LETTER_BINS)
        atomicAdd(&bins[threadIdx.x], pairs[threadIdx.x / 2] >> threadIdx.x % 2 * 16 & 65535);
}

EXPORT void histogram_shared(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, LETTER_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    shared_kernel<<<BLOCKS, BLOCK_SIZE>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
}
