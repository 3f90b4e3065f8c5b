// bug: a thread returns at its first byte that is no letter
// reason: wrong
// pattern: ends_at_the_first_other
// says: go on to its next byte there
#include "histogram.h"

__global__ void letters_kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        int letter = text[i] - 'a';
        if (letter < 0 || letter >= 26)
            return;
        atomicAdd(&bins[letter / 4], 1);
    }
}

EXPORT void histogram_global(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, LETTER_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    unsigned blocks = blocks_for(n, 256);
    blocks = blocks < 1024 ? blocks : 1024;
    letters_kernel<<<blocks, 256>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
}
