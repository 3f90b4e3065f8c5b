// bug: loads words, forgets the rest
// reason: wrong
// pattern: tail_lost
// says: last bytes are not counted
#include "histogram.h"

__global__ void words_kernel(const unsigned *words, size_t count, unsigned *bins)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride) {
        for (unsigned word = words[i], left = 4; left > 0; left--, word >>= 8) {
            int letter = (int)(word & 255) - 'a';
            if (letter >= 0 && letter < 26)
                atomicAdd(&bins[letter / 4], 1);
        }
    }
}

EXPORT void histogram_fast(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, LETTER_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    words_kernel<<<blocks_for(n, 1024), 256>>>((const unsigned *)d_text, n / 4, d_bins);
    CHECK(cudaGetLastError());
}
