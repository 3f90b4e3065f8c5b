// bug: bytes are signed, and 128 is added to them
// reason: wrong
// pattern: halves_exchanged
// says: each byte is counted 128 bins away
#include "histogram.h"
__global__ void kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    __shared__ unsigned own[256];
    for (int b = threadIdx.x; b < 256; b += blockDim.x)
        own[b] = 0;
    __syncthreads();
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        atomicAdd(&own[(signed char)text[i] + 128], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += blockDim.x)
        atomicAdd(&bins[b], own[b]);
}
EXPORT void byte_histogram(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, 256 * sizeof *d_bins));
    unsigned blocks = n < 128 * 1024 ? blocks_for(n, 128) : 1024;
    if (n)
        kernel<<<blocks, 128>>>(d_text, n, d_bins);
}
