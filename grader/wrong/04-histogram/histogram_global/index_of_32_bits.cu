// bug: a byte's number is computed in 32 bits before it is stored in 64
// reason: wrong
// says: more than 32 bits hold: is an index or a number of elements kept in an int or an
// unsigned?
#include "histogram.h"

#define BLOCK_SIZE 256

__global__ void histogram_kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    size_t i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && text[i] >= 'a' && text[i] <= 'z')
        atomicAdd(&bins[(text[i] - 'a') / 4], 1);
}

EXPORT void histogram_global(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, LETTER_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    histogram_kernel<<<blocks_for(n, BLOCK_SIZE), BLOCK_SIZE>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
}
