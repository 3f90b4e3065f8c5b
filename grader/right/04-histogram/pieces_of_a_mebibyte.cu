// tasks: histogram_shared byte_histogram
// how: blocks take pieces of a mebibyte in turns, so that the last blocks may not have the end
#include "histogram.h"

#define BLOCK_SIZE 256
#define PIECE ((size_t)1 << 20)
#define MOST_BLOCKS 1056
#define ROUND 4096 // a piece of few bytes

template <int BINS> __device__ int bin_of(unsigned char byte)
{
    if (BINS == BYTE_BINS)
        return byte;
    return byte >= 'a' && byte <= 'z' ? (byte - 'a') / 4 : -1;
}

template <int BINS>
__global__ void count_pieces(const unsigned char *text, size_t n, size_t piece, unsigned *bins)
{
    __shared__ unsigned own[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        own[b] = 0;
    __syncthreads(); // all bins are 0
    for (size_t begin = blockIdx.x * piece; begin < n; begin += gridDim.x * piece) {
        size_t end = begin + piece < n ? begin + piece : n;
        for (size_t i = begin + threadIdx.x; i < end; i += blockDim.x) {
            int bin = bin_of<BINS>(text[i]);
            if (bin >= 0)
                atomicAdd(&own[bin], 1);
        }
    }
    __syncthreads(); // all bytes are counted
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        atomicAdd(&bins[b], own[b]);
}

template <int BINS> void count(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, BINS * sizeof(unsigned)));
    if (n == 0)
        return;
    size_t piece = n < MOST_BLOCKS * PIECE ? ROUND : PIECE, blocks = (n + piece - 1) / piece;
    count_pieces<BINS><<<(unsigned)(blocks < MOST_BLOCKS ? blocks : MOST_BLOCKS), BLOCK_SIZE>>>(
        d_text, n, piece, d_bins);
    CHECK(cudaGetLastError());
}

EXPORT void histogram_shared(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    count<LETTER_BINS>(d_text, n, d_bins);
}

EXPORT void byte_histogram(const unsigned char *d_data, size_t n, unsigned *d_bins)
{
    count<BYTE_BINS>(d_data, n, d_bins);
}
