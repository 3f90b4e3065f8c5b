// bug: the bins are counted from z on
// reason: wrong
// pattern: bins_reversed
// says: the bins are in reverse
#include "histogram.h"

__global__ void letters_kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int letter = text[i] - 'a';
    if (letter >= 0 && letter < 26)
        atomicAdd(&bins[(25 - letter) / 4], 1);
}

EXPORT void histogram_global(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, LETTER_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    letters_kernel<<<blocks_for(n, 256), 256>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
}
