// bug: a thread's own counters are bytes
// reason: wrong
// pattern: counters_of_8_bits
// says: counters of 8 bits run over
#include "histogram.h"

__global__ void own_kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    unsigned char own[LETTER_BINS] = {0};
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        int letter = text[i] - 'a';
        for (int bin = 0; bin < LETTER_BINS; bin++)
            own[bin] += letter >= 4 * bin && letter < 4 * bin + 4 && letter < 26;
    }
    for (int bin = 0; bin < LETTER_BINS; bin++)
        atomicAdd(&bins[bin], own[bin]);
}

EXPORT void histogram_fast(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, LETTER_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    own_kernel<<<5, 32>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
}
