// tasks: histogram_fast
// how: eight words become eight planes of bits, and 32 letters are counted at once
#include "histogram.h"

#define BLOCK_SIZE 256
#define MOST_BLOCKS 1024
#define PLANES 8                                 // bits of a byte, and so the words of a group
#define AT_ONCE (PLANES * (int)sizeof(unsigned)) // bytes of a group: two loads of 16

// Exchanges the upper half of each field of a with the lower half of that field of b, in fields
// of 2 * half bits. `lower` has the bits of the lower halves.
static __device__ void exchange(unsigned *a, unsigned *b, int half, unsigned lower)
{
    unsigned from_b = *b << half, from_a = *a >> half;
    *a = (*a & lower) | (from_b & ~lower);
    *b = (from_a & lower) | (*b & ~lower);
}

// Transposes bytes: of eight words with four bytes each, makes the eight planes of their 32
// bytes. Plane k has bit k of each byte, and all planes have a byte's bits in the same place.
// It does not matter where that is, since in the end ones are counted.
static __device__ void to_planes(unsigned word[PLANES])
{
#pragma unroll
    for (int half = PLANES / 2; half > 0; half /= 2) {
        unsigned lower = half == 4 ? 0x0f0f0f0f : half == 2 ? 0x33333333 : 0x55555555;
#pragma unroll
        for (int i = 0; i < PLANES; i++)
            if ((i & half) == 0)
                exchange(&word[i], &word[i + half], half, lower);
    }
}

// Counts 32 bytes, each operation on all of them at once. A letter is 0x60 plus its number from
// 1 to 26, and its bin is (number - 1) / 4: bits 4, 3 and 2 of what a subtraction leaves, which
// borrows from them where bits 1 and 0 are both 0. In the last bin only 25 and 26 are letters,
// and of 27 and 28 bits 1 and 0 are alike. 0x60 itself borrows until its bin is 7, so that it
// counts nowhere. No branch and no address depends on the text: all texts take the same time.
static __device__ void count_planes(const unsigned bit[PLANES], unsigned total[LETTER_BINS])
{
    unsigned numbered = ~bit[7] & bit[6] & bit[5]; // 0x60 .. 0x7f
    unsigned borrow = ~(bit[1] | bit[0]);
    unsigned ones = bit[2] ^ borrow;
    borrow &= ~bit[2];
    unsigned twos = bit[3] ^ borrow;
    borrow &= ~bit[3];
    unsigned fours = bit[4] ^ borrow;
#pragma unroll
    for (int b = 0; b < LETTER_BINS; b++) {
        unsigned here = numbered & (b & 4 ? fours : ~fours) & (b & 2 ? twos : ~twos) &
                        (b & 1 ? ones : ~ones);
        if (b == LETTER_BINS - 1)
            here &= bit[1] ^ bit[0];
        total[b] += __popc(here);
    }
}

// Thread t counts the groups t, t + threads, ... of AT_ONCE neighbouring bytes each.
static __device__ void count_groups(const uint4 *halves, size_t n, size_t thread,
                                    size_t threads, unsigned total[LETTER_BINS])
{
    for (size_t i = thread; i < n; i += threads) {
        uint4 a = halves[2 * i], b = halves[2 * i + 1];
        unsigned word[PLANES] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
        to_planes(word);
        count_planes(word, total);
    }
}

// A single byte, beside 31 of value 0, which are no letters and count nowhere.
static __device__ void count_byte(unsigned byte, unsigned total[LETTER_BINS])
{
    unsigned word[PLANES] = {byte};
    to_planes(word);
    count_planes(word, total);
}

// Adds the block's counts to bins. All of its threads add to the same seven words, but each
// once only, after all of its bytes.
static __device__ void merge(const unsigned total[LETTER_BINS], unsigned *bins)
{
    __shared__ unsigned own[LETTER_BINS];
    if (threadIdx.x < LETTER_BINS)
        own[threadIdx.x] = 0;
    __syncthreads(); // nobody may add to a bin that is cleared afterwards
    for (int bin = 0; bin < LETTER_BINS; bin++)
        atomicAdd(&own[bin], total[bin]);
    __syncthreads(); // all threads must have added
    if (threadIdx.x < LETTER_BINS)
        atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

// The bytes before the first whole group and after the last one are counted singly: `before` of
// them, since a load of 16 bytes needs an address that is a multiple of 16. The launch must
// provide AT_ONCE threads or more, and cleared bins.
__global__ void fast_kernel(const unsigned char *text, size_t before, size_t n, unsigned *bins)
{
    unsigned total[LETTER_BINS] = {0};
    size_t thread = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t threads = (size_t)gridDim.x * blockDim.x;
    size_t groups = (n - before) / AT_ONCE, after = before + groups * AT_ONCE;
    if (thread < before)
        count_byte(text[thread], total);
    if (after + thread < n)
        count_byte(text[after + thread], total);
    count_groups((const uint4 *)(text + before), groups, thread, threads, total);
    merge(total, bins);
}

EXPORT void histogram_fast(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, LETTER_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    size_t before = (0 - (size_t)d_text) % sizeof(uint4);
    if (before > n)
        before = n;
    unsigned blocks = blocks_for(n, BLOCK_SIZE * AT_ONCE);
    if (blocks > MOST_BLOCKS)
        blocks = MOST_BLOCKS;
    fast_kernel<<<blocks, BLOCK_SIZE>>>(d_text, before, n, d_bins);
    CHECK(cudaGetLastError());
}
