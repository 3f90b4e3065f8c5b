// bug: tests the bin, not the letter
// reason: wrong
// pattern: tested_after_division
// says: before you divide
#include "histogram.h"

__global__ void letters_kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int bin = (text[i] - 'a') / 4;
    if (bin >= 0 && bin < LETTER_BINS)
        atomicAdd(&bins[bin], 1);
}

EXPORT void histogram_global(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, LETTER_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    letters_kernel<<<blocks_for(n, 256), 256>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
}
