// bug: counters of 8 bits are moved elsewhere after 256 letters, and hold 255
// reason: wrong
// pattern: carried_on
// says: counters of 8 bits share a word
#include "histogram.h"

enum { BINS = 7, THREADS = 256, MOST = 256 };

__global__ void clear_kernel(unsigned *bins)
{
    bins[threadIdx.x] = 0;
}

static __device__ void move(unsigned long long *packed, unsigned *sums)
{
    for (int bin = 0; bin < BINS; bin++)
        sums[bin] += *packed >> 8 * bin & 255;
    *packed = 0;
}

static __device__ void count_letter(unsigned byte, unsigned long long *packed)
{
    if (byte >= 'a' && byte <= 'z')
        *packed += 1ull << (byte - 'a') / 4 * 8;
}

__global__ void count_kernel(const unsigned char *text, size_t n, unsigned *bins)
{
    __shared__ unsigned own[BINS];
    if (threadIdx.x < BINS)
        own[threadIdx.x] = 0;
    __syncthreads();
    unsigned long long packed = 0;
    unsigned sums[BINS] = {}, counted = 0;
    size_t me = (size_t)blockIdx.x * THREADS + threadIdx.x,
           stride = (size_t)gridDim.x * THREADS;
    size_t pieces = n / 8;
    for (size_t piece = me; piece < pieces; piece += stride) {
        for (int i = 0; i < 8; i++)
            count_letter(text[8 * piece + i], &packed);
        counted += 8;
        if (counted % MOST == 0)
            move(&packed, sums);
    }
    if (me < n % 8)
        count_letter(text[8 * pieces + me], &packed);
    move(&packed, sums);
    for (int bin = 0; bin < BINS; bin++)
        if (sums[bin])
            atomicAdd(&own[bin], sums[bin]);
    __syncthreads();
    if (threadIdx.x < BINS)
        atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

EXPORT void histogram_fast(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    const unsigned BLOCKS = 1056; /* 8 for each of 132 multiprocessors */
    unsigned blocks = n < BLOCKS * THREADS * 8ull ? blocks_for(n / 8 + 1, THREADS) : BLOCKS;
    clear_kernel<<<1, BINS>>>(d_bins);
    CHECK(cudaGetLastError());
    if (n)
        count_kernel<<<blocks, THREADS>>>(d_text, n, d_bins);
    CHECK(cudaGetLastError());
}
