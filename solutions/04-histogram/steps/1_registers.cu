// tasks: histogram_fast
// how: counters in registers instead of shared memory, from loads of 16 bytes
#include "histogram.h"

#define BLOCK_SIZE 256
#define MOST_BLOCKS 1024
#define AT_ONCE 16              // bytes of a load, the most that one thread can ask for
#define MOST_LETTERS_PACKED 240 // a multiple of AT_ONCE that eight bits still hold

// A thread's counts so far: eight of eight bits each in one register, which must be emptied in
// time, and those emptied from it. The eighth is for bytes that are no letters of a-z, so that
// counting needs no branch: the time depends on n alone, and not on what the text says.
struct counts {
    unsigned long long packed;
    unsigned total[LETTER_BINS];
};

static __device__ void count_byte(struct counts *counts, unsigned byte)
{
    unsigned letter = byte - 'a'; // unsigned: huge for the bytes before 'a'
    counts->packed += 1ull << (letter < 26 ? letter / 4 * 8 : LETTER_BINS * 8);
}

static __device__ void empty_packed(struct counts *counts)
{
    for (int bin = 0; bin < LETTER_BINS; bin++)
        counts->total[bin] += counts->packed >> (8 * bin) & 255;
    counts->packed = 0;
}

static __device__ void count_word(struct counts *counts, unsigned word)
{
    for (int shift = 0; shift < 32; shift += 8)
        count_byte(counts, word >> shift & 255);
}

// Thread t counts the groups t, t + threads, ... of AT_ONCE neighbouring bytes each.
static __device__ void count_groups(struct counts *counts, const uint4 *groups, size_t n,
                                    size_t thread, size_t threads)
{
    unsigned packed = 0;
    for (size_t i = thread; i < n; i += threads) {
        uint4 group = groups[i];
        count_word(counts, group.x);
        count_word(counts, group.y);
        count_word(counts, group.z);
        count_word(counts, group.w);
        packed += AT_ONCE;
        if (packed == MOST_LETTERS_PACKED) {
            empty_packed(counts);
            packed = 0;
        }
    }
    empty_packed(counts);
}

// Adds the block's counts to bins. All of its threads add to the same seven words, but each
// once only, after all of its bytes.
static __device__ void merge(const struct counts *counts, unsigned *bins)
{
    __shared__ unsigned own[LETTER_BINS];
    if (threadIdx.x < LETTER_BINS)
        own[threadIdx.x] = 0;
    __syncthreads(); // nobody may add to a bin that is cleared afterwards
    for (int bin = 0; bin < LETTER_BINS; bin++)
        atomicAdd(&own[bin], counts->total[bin]);
    __syncthreads(); // all threads must have added
    if (threadIdx.x < LETTER_BINS)
        atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

// The bytes before the first whole group and after the last one are counted singly: `before` of
// them, since a load of AT_ONCE bytes needs an address that is a multiple of AT_ONCE. The
// launch must provide AT_ONCE threads or more, and cleared bins.
__global__ void fast_kernel(const unsigned char *text, size_t before, size_t n, unsigned *bins)
{
    struct counts counts = {0, {0}};
    size_t thread = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t threads = (size_t)gridDim.x * blockDim.x;
    size_t groups = (n - before) / AT_ONCE, after = before + groups * AT_ONCE;
    if (thread < before)
        count_byte(&counts, text[thread]);
    if (after + thread < n)
        count_byte(&counts, text[after + thread]);
    empty_packed(&counts);
    count_groups(&counts, (const uint4 *)(text + before), groups, thread, threads);
    merge(&counts, bins);
}

EXPORT void histogram_fast(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, LETTER_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    size_t before = (0 - (size_t)d_text) % AT_ONCE;
    if (before > n)
        before = n;
    unsigned blocks = blocks_for(n, BLOCK_SIZE * AT_ONCE);
    if (blocks > MOST_BLOCKS)
        blocks = MOST_BLOCKS;
    fast_kernel<<<blocks, BLOCK_SIZE>>>(d_text, before, n, d_bins);
    CHECK(cudaGetLastError());
}
