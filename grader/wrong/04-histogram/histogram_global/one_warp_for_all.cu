// bug: one warp walks through the whole text
// reason: technique
// says: share them out over many
// only: technique
#include "histogram.h"

static __device__ int bin_of(unsigned char byte)
{
    return byte >= 'a' && byte <= 'z' ? (byte - 'a') / 4 : -1;
}

__global__ void global_kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    for (size_t i = threadIdx.x; i < n; i += blockDim.x) {
        int bin = bin_of(text[i]);
        if (bin >= 0)
            atomicAdd(&bins[bin], 1);
    }
}

EXPORT void histogram_global(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, LETTER_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    global_kernel<<<1, 32>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
}
