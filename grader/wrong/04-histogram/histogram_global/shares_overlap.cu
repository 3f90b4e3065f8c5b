// bug: a share ends with the first byte of the next
// reason: wrong
// pattern: shares_overlap
// says: is counted twice
#include "histogram.h"

__global__ void k(const unsigned char *d, size_t n, unsigned *bins, size_t share)
{
    size_t first = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) * share;
    for (size_t i = first; i <= first + share && i < n; i++)
        if (d[i] >= 'a' && d[i] <= 'z')
            atomicAdd(&bins[(d[i] - 'a') / 4], 1);
}
EXPORT void histogram_global(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, 7 * sizeof(unsigned)));
    if (n)
        k<<<blocks_for(n, 256 * 16), 256>>>(d_text, n, d_bins, 16);
}
