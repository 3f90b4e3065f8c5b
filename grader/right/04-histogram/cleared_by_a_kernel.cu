// tasks: histogram_global
// how: a kernel clears the bins, even for an empty text
#include "histogram.h"

__global__ void clear_kernel(unsigned *bins)
{
    bins[threadIdx.x] = 0;
}

__global__ void count_kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        unsigned letter = text[i] - 'a';
        if (letter < 26)
            atomicAdd(&bins[letter / 4], 1);
    }
}

EXPORT void histogram_global(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    clear_kernel<<<1, LETTER_BINS>>>(d_bins);
    CHECK(cudaGetLastError());
    count_kernel<<<60, 200>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
}
