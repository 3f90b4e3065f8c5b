// bug: a thread a byte, and a grid of 65535 blocks at most, the largest that y and z take
// reason: wrong
// pattern: rest_lost
// says: only a first part of the bytes is counted
#include "histogram.h"
__device__ int bin_of(unsigned char byte)
{
    return byte >= 'a' && byte <= 'z' ? (byte - 'a') / 4 : -1;
}
__global__ void global_kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i = n) {
        int bin = bin_of(text[i]);
        if (bin >= 0)
            atomicAdd(&bins[bin], 1);
    }
}
EXPORT void histogram_global(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, 7 * sizeof(unsigned)));
    if (!n)
        return;
    unsigned blocks = blocks_for(n, 256), grid = blocks < 65535 ? blocks : 65535;
    global_kernel<<<grid, 256>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
}
