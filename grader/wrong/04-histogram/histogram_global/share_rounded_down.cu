// bug: each takes n / threads bytes
// reason: wrong
// pattern: tail_lost
// says: share, rounded down
#include "histogram.h"

__global__ void letters_kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    size_t share = n / ((size_t)gridDim.x * blockDim.x);
    size_t first = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) * share;
    for (size_t i = first; i < first + share; i++) {
        int letter = text[i] - 'a';
        if (letter >= 0 && letter < 26)
            atomicAdd(&bins[letter / 4], 1);
    }
}

EXPORT void histogram_global(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, LETTER_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    letters_kernel<<<2, 128>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
}
