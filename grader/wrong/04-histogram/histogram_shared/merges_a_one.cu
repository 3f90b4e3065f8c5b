// bug: adds 1 for the block's count
// reason: wrong
// pattern: blocks_counted
// says: what the block has counted
#include "histogram.h"

#define BLOCK_SIZE 256
#define MOST_BLOCKS 1024

__device__ int bin_of(unsigned char byte)
{
    int letter = byte - 'a';
    return letter >= 0 && letter < 26 ? letter / 4 : -1;
}

static unsigned grid_for(size_t n, unsigned block_size)
{
    unsigned blocks = blocks_for(n, block_size);
    return blocks < MOST_BLOCKS ? blocks : MOST_BLOCKS;
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
        atomicAdd(&bins[threadIdx.x], 1);
}

EXPORT void histogram_shared(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, LETTER_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    shared_kernel<<<grid_for(n, BLOCK_SIZE), BLOCK_SIZE>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
}
