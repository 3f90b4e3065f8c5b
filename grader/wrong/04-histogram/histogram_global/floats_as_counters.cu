// bug: counts in floats, to which 1 adds nothing from 2^24 on
// reason: wrong
// pattern: counts_end_at_2_24
// says: where a float plus 1 is the same float
#include "histogram.h"
__device__ int bin_of(unsigned char byte)
{
    return byte >= 'a' && byte <= 'z' ? (byte - 'a') / 4 : -1;
}
__global__ void convert(unsigned *bins)
{
    bins[threadIdx.x] = (unsigned)__uint_as_float(bins[threadIdx.x]);
}
__global__ void global_kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        int bin = bin_of(text[i]);
        if (bin >= 0)
            atomicAdd((float *)&bins[bin], 1.0f);
    }
}
EXPORT void histogram_global(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, 7 * sizeof(unsigned)));
    if (!n)
        return;
    unsigned blocks = blocks_for(n, 256), grid = blocks < 1024 ? blocks : 1024;
    global_kernel<<<grid, 256>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
    convert<<<1, 7>>>(d_bins);
    CHECK(cudaGetLastError());
}
