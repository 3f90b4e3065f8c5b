// bug: shifted by 3, which divides by 8
// reason: wrong
// pattern: width_8
// says: these are bins of eight letters
#include "histogram.h"

__global__ void letters_kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        int letter = text[i] - 'a';
        if (letter >= 0 && letter < 26)
            atomicAdd(&bins[letter >> 3], 1);
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
