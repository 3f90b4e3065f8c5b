// bug: bins in registers, a thread a block
// reason: technique
// says: no access to shared memory
// only: technique
#include "histogram.h"

#define BLOCKS 64

__global__ void register_kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    unsigned total[LETTER_BINS] = {0};
    for (size_t i = blockIdx.x; i < n; i += gridDim.x)
        if (text[i] >= 'a' && text[i] <= 'z')
            total[(text[i] - 'a') / 4]++;
    for (int bin = 0; bin < LETTER_BINS; bin++)
        atomicAdd(&bins[bin], total[bin]);
}

EXPORT void histogram_shared(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, LETTER_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    register_kernel<<<BLOCKS, 1>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
}
