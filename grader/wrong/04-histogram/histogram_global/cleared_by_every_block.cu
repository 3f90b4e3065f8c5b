// bug: each block clears the bins in its kernel
// reason: race
// pattern: one_block_left
// says: blocks write the same element
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

__global__ void global_kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    if (threadIdx.x < LETTER_BINS)
        bins[threadIdx.x] = 0;
    __syncthreads();
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        int bin = bin_of(text[i]);
        if (bin >= 0)
            atomicAdd(&bins[bin], 1);
    }
}

EXPORT void histogram_global(const unsigned char *d_text, size_t n, unsigned *d_bins)
{

    if (n == 0)
        return;
    global_kernel<<<grid_for(n, BLOCK_SIZE), BLOCK_SIZE>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
}
