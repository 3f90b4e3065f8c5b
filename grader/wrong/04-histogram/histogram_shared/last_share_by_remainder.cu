// bug: the last share is as long as the remainder, which is 0 where all shares are whole
// reason: wrong
// pattern: nothing_counted
// says: bins are wrong
#include "histogram.h"

#define SHARE 4096

static __device__ int bin_of(unsigned char byte)
{
    return byte >= 'a' && byte <= 'z' ? (byte - 'a') / 4 : -1;
}

__global__ void shares_kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    __shared__ unsigned own[LETTER_BINS];
    if (threadIdx.x < LETTER_BINS)
        own[threadIdx.x] = 0;
    __syncthreads();
    size_t first = (size_t)blockIdx.x * SHARE;
    size_t length = blockIdx.x < gridDim.x - 1 ? SHARE : n % SHARE;
    for (size_t i = first + threadIdx.x; i < first + length; i += blockDim.x) {
        int bin = bin_of(text[i]);
        if (bin >= 0)
            atomicAdd(&own[bin], 1);
    }
    __syncthreads();
    if (threadIdx.x < LETTER_BINS)
        atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

EXPORT void histogram_shared(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, LETTER_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    shares_kernel<<<blocks_for(n, SHARE), 256>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
}
