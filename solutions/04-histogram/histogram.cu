// Lab 04, worked: counting letters with atomics, then with private bins.
#include "histogram.h"

#define BLOCK_SIZE 256
#define BYTE_BLOCK_SIZE 128 // fewer threads than bins, so that the loops over bins show
#define MOST_BLOCKS 1024    // enough to fill a large GPU, and a bound for the merges

// The bin of a letter a-z, and -1 for every other byte.
__device__ int bin_of(unsigned char byte)
{
    int letter = byte - 'a'; // an int, and so below 0 for the bytes before 'a'
    return letter >= 0 && letter < 26 ? letter / 4 : -1;
}

// How many blocks count n bytes: one thread a byte, but never more than MOST_BLOCKS blocks.
// Beyond that, threads take several bytes each; more blocks would only merge more often.
static unsigned grid_for(size_t n, unsigned block_size)
{
    unsigned blocks = blocks_for(n, block_size);
    return blocks < MOST_BLOCKS ? blocks : MOST_BLOCKS;
}

// ---- histogram_global ----------------------------------------------------------------------

// Thread t of the grid counts the bytes t, t + threads, t + 2 threads, ... in bins, which the
// launch must have cleared; any grid will do. In each round a warp reads 32 neighbouring bytes,
// and these lie in one sector of 32 bytes: with a share of neighbouring bytes for each thread,
// the warp would touch 32 sectors for the same 32 bytes.
__global__ void global_kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    size_t stride = (size_t)gridDim.x * blockDim.x; // 64 bits, as n has them
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        int bin = bin_of(text[i]);
        if (bin >= 0)
            atomicAdd(&bins[bin], 1); // reads, adds and writes as one: threads share the bins
    }
}

EXPORT void histogram_global(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, LETTER_BINS * sizeof *d_bins));
    if (n == 0) // a grid may not have 0 blocks, and the zeros are the answer
        return;
    global_kernel<<<grid_for(n, BLOCK_SIZE), BLOCK_SIZE>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
}

// ---- histogram_shared ----------------------------------------------------------------------

// As global_kernel; the letters of a block meet in the block's own bins, in shared memory,
// where an atomic addition takes a fraction of the time and disturbs no other block. A block
// must have at least LETTER_BINS threads: one clears and merges each bin.
__global__ void shared_kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    __shared__ unsigned own[LETTER_BINS];
    if (threadIdx.x < LETTER_BINS)
        own[threadIdx.x] = 0;
    __syncthreads(); // nobody may count in a bin that is cleared afterwards

    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        int bin = bin_of(text[i]);
        if (bin >= 0)
            atomicAdd(&own[bin], 1); // still atomic: the block's threads share them
    }

    __syncthreads(); // all of the block's letters must be counted
    if (threadIdx.x < LETTER_BINS)
        atomicAdd(&bins[threadIdx.x], own[threadIdx.x]); // the other blocks merge, too
}

EXPORT void histogram_shared(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, LETTER_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    shared_kernel<<<grid_for(n, BLOCK_SIZE), BLOCK_SIZE>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
}

// ---- byte_histogram ------------------------------------------------------------------------

// As shared_kernel, for BYTE_BINS bins and blocks of any size: the loops over the bins hand
// each thread as many of them as it takes.
__global__ void byte_kernel(const unsigned char *data, size_t n, unsigned *bins)
{
    __shared__ unsigned own[BYTE_BINS];
    for (unsigned bin = threadIdx.x; bin < BYTE_BINS; bin += blockDim.x)
        own[bin] = 0;
    __syncthreads(); // nobody may count in a bin that is cleared afterwards

    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        atomicAdd(&own[data[i]], 1);

    __syncthreads(); // all of the block's bytes must be counted
    for (unsigned bin = threadIdx.x; bin < BYTE_BINS; bin += blockDim.x)
        if (own[bin] > 0) // most bins of a short text are empty: no need to add nothing
            atomicAdd(&bins[bin], own[bin]);
}

EXPORT void byte_histogram(const unsigned char *d_data, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, BYTE_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    byte_kernel<<<grid_for(n, BYTE_BLOCK_SIZE), BYTE_BLOCK_SIZE>>>(d_data, n, d_bins);
    CHECK(cudaGetLastError());
}
