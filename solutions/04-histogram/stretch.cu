// Lab 04, worked: counting 32 letters at a time, as eight planes of bits.
#include "histogram.h"

#define BLOCK_SIZE 512
#define MOST_BLOCKS 8192 // several times what a large device holds: see histogram_fast()
#define PLANES 8         // bits of a byte, and so the words that are counted together
#define LOADS 4          // of 16 bytes: what a thread has on its way at once
#define BLOCK_BYTES (BLOCK_SIZE * LOADS * sizeof(uint4)) // of a block in a round

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

// Two groups of 16 bytes are 32: eight words.
static __device__ void count_pair(uint4 a, uint4 b, unsigned total[LETTER_BINS])
{
    unsigned word[PLANES] = {a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
    to_planes(word);
    count_planes(word, total);
}

// Group i, or 16 zero bytes where there is none: they are no letters and count nowhere.
static __device__ uint4 group_or_zeros(const uint4 *groups, size_t i, size_t n)
{
    return i < n ? groups[i] : make_uint4(0, 0, 0, 0);
}

// In each round a block counts LOADS * BLOCK_SIZE neighbouring groups, and the blocks of the
// grid neighbouring stretches of them. A thread asks for all of its groups of a round before it
// looks at the first: memory takes a long time to answer, and so it answers LOADS questions in
// the time of one.
static __device__ void count_groups(const uint4 *groups, size_t n, unsigned total[LETTER_BINS])
{
    size_t stride = (size_t)gridDim.x * BLOCK_SIZE * LOADS;
    size_t first = (size_t)blockIdx.x * BLOCK_SIZE * LOADS + threadIdx.x;
    for (; first < n; first += stride) {
        uint4 group[LOADS];
#pragma unroll
        for (int i = 0; i < LOADS; i++)
            group[i] = group_or_zeros(groups, first + i * BLOCK_SIZE, n);
#pragma unroll
        for (int i = 0; i < LOADS; i += 2)
            count_pair(group[i], group[i + 1], total);
    }
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

// The launch must provide BLOCK_SIZE threads a block and cleared bins. A load of 16 bytes needs
// an address that is a multiple of 16: the `before` bytes up to the first such address, and
// those after the last whole group, fewer than 16 each, are counted singly by the first threads
// of the grid, as the first byte of a pair that is zero otherwise.
__global__ void fast_kernel(const unsigned char *text, size_t before, size_t n, unsigned *bins)
{
    unsigned total[LETTER_BINS] = {0};
    size_t thread = (size_t)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    size_t groups = (n - before) / sizeof(uint4), after = before + groups * sizeof(uint4);
    uint4 nothing = make_uint4(0, 0, 0, 0);
    if (thread < before)
        count_pair(make_uint4(text[thread], 0, 0, 0), nothing, total);
    if (after + thread < n)
        count_pair(make_uint4(text[after + thread], 0, 0, 0), nothing, total);
    count_groups((const uint4 *)(text + before), groups, total);
    merge(total, bins);
}

// Many more blocks than the device holds at a time: where one ends, the next begins, and in the
// end none is waited for long. But not as many as there are groups: each merges once.
EXPORT void histogram_fast(const unsigned char *d_text, size_t n, unsigned *d_bins)
{
    CHECK(cudaMemset(d_bins, 0, LETTER_BINS * sizeof *d_bins));
    if (n == 0)
        return;
    size_t before = (0 - (size_t)d_text) % sizeof(uint4);
    if (before > n)
        before = n;
    size_t blocks = (n + BLOCK_BYTES - 1) / BLOCK_BYTES;
    if (blocks > MOST_BLOCKS)
        blocks = MOST_BLOCKS;
    fast_kernel<<<(unsigned)blocks, BLOCK_SIZE>>>(d_text, before, n, d_bins);
    CHECK(cudaGetLastError());
}
