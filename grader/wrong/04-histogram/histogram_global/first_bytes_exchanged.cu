// bug: threadIdx.x and blockIdx.x are exchanged in the first byte's index
// reason: wrong
// pattern: first_bytes_exchanged
// says: the two indices are exchanged
#include "histogram.h"

__global__ void letters_kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)threadIdx.x * blockDim.x + blockIdx.x; i < n; i += stride) {
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
    unsigned blocks = blocks_for(n, 256);
    blocks = blocks < 1024 ? blocks : 1024;
    letters_kernel<<<blocks, 256>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
}
