// bug: each of 1024 blocks has two counters in a word, of 16 bits each
// reason: wrong
// pattern: carried_over
// says: two counters share a word
#include "histogram.h"
__device__ int bin_of(unsigned char byte)
{
    return byte >= 'a' && byte <= 'z' ? (byte - 'a') / 4 : -1;
}
__global__ void shared_kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    __shared__ unsigned own[7];
    if (threadIdx.x < 7)
        own[threadIdx.x] = 0;
    __syncthreads();
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        int bin = bin_of(text[i]);
        if (bin >= 0)
            atomicAdd(&own[bin / 2], bin % 2 ? 1u << 16 : 1u);
    }
    __syncthreads();
    if (threadIdx.x < 7)
        atomicAdd(&bins[threadIdx.x],
                  threadIdx.x % 2 ? own[threadIdx.x / 2] >> 16 : own[threadIdx.x / 2] & 0xffff);
}
EXPORT void histogram_shared(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, 7 * sizeof(unsigned)));
    if (!n)
        return;
    unsigned blocks = blocks_for(n, 256), grid = blocks < 1024 ? blocks : 1024;
    shared_kernel<<<grid, 256>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
}
