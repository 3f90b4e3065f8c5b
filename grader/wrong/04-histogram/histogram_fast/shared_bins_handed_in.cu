// bug: the kernel with a block's own bins, handed in again
// reason: technique
// says: queue
// only: technique
#include "histogram.h"

static __device__ int bin_of(unsigned char byte)
{
    return byte >= 'a' && byte <= 'z' ? (byte - 'a') / 4 : -1;
}

__global__ void shared_kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    __shared__ unsigned own[LETTER_BINS];
    if (threadIdx.x < LETTER_BINS)
        own[threadIdx.x] = 0;
    __syncthreads();
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        int bin = bin_of(text[i]);
        if (bin >= 0)
            atomicAdd(&own[bin], 1);
    }
    __syncthreads();
    if (threadIdx.x < LETTER_BINS)
        atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

EXPORT void histogram_fast(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, LETTER_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    unsigned blocks = blocks_for(n, 256);
    blocks = blocks < 512 ? blocks : 512;
    shared_kernel<<<blocks, 256>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
}
