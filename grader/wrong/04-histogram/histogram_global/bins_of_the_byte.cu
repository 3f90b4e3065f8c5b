// bug: the byte is divided, not what it is behind 'a'
// reason: wrong
// pattern: bins_elsewhere
// says: the bins begin elsewhere than at a
#include "histogram.h"

__global__ void letters_kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (text[i] >= 'a' && text[i] <= 'z')
        atomicAdd(&bins[text[i] / 4 % LETTER_BINS], 1);
}

EXPORT void histogram_global(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, LETTER_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    letters_kernel<<<blocks_for(n, 256), 256>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
}
