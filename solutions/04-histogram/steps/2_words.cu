// tasks: histogram_fast
// how: the four bytes of a word at once, and counters of four bits to begin with
#include "histogram.h"

#define BLOCK_SIZE 256
#define MOST_BLOCKS 1024
#define AT_ONCE 16              // bytes of a load, the most that one thread can ask for
#define MOST_LETTERS_PACKED 240 // a multiple of AT_ONCE that eight bits still hold

// A thread's counts so far: those of the bins 0, 2, 4 and 6 and those of 1, 3, 5 and none, four
// of eight bits each in a register, which must be emptied in time, and those emptied from them.
struct counts {
    unsigned even, odd;
    unsigned total[LETTER_BINS];
};

// byte - 'a' for each of the four bytes, modulo 256. Seven bits are added, so that no carry
// reaches the next byte, and the eighth is what an addition without carry makes it.
static __device__ unsigned minus_a(unsigned word)
{
    return ((word & 0x7f7f7f7f) + 0x1f1f1f1f) ^ (~word & 0x80808080);
}

// For each of the four bytes 4 times its bin, and 28 if it is no letter. A letter's number is
// 4 * bin and a rest in the two lowest bits; it is no letter if its number has bit 7, or gets
// it by adding 102 to the others: 26 + 102 = 128. Bit 7 is then copied to the bits 4, 3 and 2.
static __device__ unsigned bins_times_4(unsigned word)
{
    unsigned number = minus_a(word);
    unsigned other = (((number & 0x7f7f7f7f) + 0x66666666) | number) & 0x80808080;
    return (number & 0x1c1c1c1c) | ((other >> 2) - (other >> 5));
}

// The counts of a word's four letters, eight of four bits each. A shift by funnel takes the
// lowest five bits of what it is told, so that nobody has to cut a byte out of its word.
static __device__ unsigned count_word(unsigned word)
{
    unsigned shift = bins_times_4(word);
    return __funnelshift_l(0, 1, shift) + __funnelshift_l(0, 1, shift >> 8) +
           __funnelshift_l(0, 1, shift >> 16) + __funnelshift_l(0, 1, shift >> 24);
}

// Two words at a time, as four bits hold no more than 15 letters.
static __device__ void count_words(struct counts *counts, unsigned a, unsigned b)
{
    unsigned packed = count_word(a) + count_word(b);
    counts->even += packed & 0x0f0f0f0f;
    counts->odd += packed >> 4 & 0x0f0f0f0f;
}

static __device__ void empty_packed(struct counts *counts)
{
    for (int bin = 0; bin < LETTER_BINS; bin++)
        counts->total[bin] += (bin % 2 ? counts->odd : counts->even) >> (bin / 2 * 8) & 255;
    counts->even = counts->odd = 0;
}

// Thread t counts the groups t, t + threads, ... of AT_ONCE neighbouring bytes each.
static __device__ void count_groups(struct counts *counts, const uint4 *groups, size_t n,
                                    size_t thread, size_t threads)
{
    unsigned packed = 0;
    for (size_t i = thread; i < n; i += threads) {
        uint4 group = groups[i];
        count_words(counts, group.x, group.y);
        count_words(counts, group.z, group.w);
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
    struct counts counts = {0, 0, {0}};
    size_t thread = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t threads = (size_t)gridDim.x * blockDim.x;
    size_t groups = (n - before) / AT_ONCE, after = before + groups * AT_ONCE;
    if (thread < before)
        count_words(&counts, text[thread], 0); // 0 is no letter
    if (after + thread < n)
        count_words(&counts, text[after + thread], 0);
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
