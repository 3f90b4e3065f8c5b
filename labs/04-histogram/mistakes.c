/* What the mistakes of lab 04 compute: the functions that the rows of mistakes.inc call. */
#include "bins.h"

#include <string.h>

/* These know the answer's form but not its numbers, such as where the loop stopped. They try
 * what fits the answer that was found, which is what found() is for. */
struct guess {
    const unsigned char *text;
    size_t n, count; /* of bytes, of bins */
    bin_function *bin_of;
    const uint32_t *found;
    int64_t *bins; /* what the mistake computes; zeros at first */
};

static struct guess guess_for(struct case_run *t)
{
    size_t count = shape_of(t, "bins").cols;
    return (struct guess){.text = given(t, "text"),
                          .n = count_of(t, "n"),
                          .count = count,
                          .bin_of = count == LETTER_BINS ? letter_bin : byte_bin,
                          .found = found(t, "bins"),
                          .bins = want(t, "bins").exact};
}

static void add(struct guess *g, size_t i, int64_t times)
{
    int bin = g->bin_of(g->text[i]);
    if (bin != NOWHERE)
        g->bins[bin] += times;
}

static bool fits(const struct guess *g)
{
    for (size_t b = 0; b < g->count; b++)
        if (g->bins[b] != g->found[b])
            return false;
    return true;
}

/* Counts only grow: with one beyond what was found this is not the mistake, whatever comes. */
static bool may_fit(const struct guess *g)
{
    for (size_t b = 0; b < g->count; b++)
        if (g->bins[b] > g->found[b])
            return false;
    return true;
}

/* Whether there is a byte i that matters. */
static bool goes_on(const struct guess *g, size_t i)
{
    enum { NOW_AND_THEN = 1024 };
    return i < g->n && (i % NOW_AND_THEN || may_fit(g));
}

static uint64_t counted_in_all(const struct guess *g)
{
    uint64_t sum = 0;
    for (size_t b = 0; b < g->count; b++)
        sum += g->found[b];
    return sum;
}

static void forget(struct guess *g)
{
    memset(g->bins, 0, g->count * sizeof *g->bins);
}

/* Each block goes on by its own width: byte i is counted by every block up to its own. */
static void stride_of_one_block(struct case_run *t, size_t block)
{
    struct guess g = guess_for(t);
    int64_t times = 0;
    for (size_t i = 0; goes_on(&g, i); i++) {
        times += i % block == 0;
        add(&g, i, times);
    }
}

/* A share goes on to the first byte of the next, which is counted twice. */
static void shares_overlap(struct case_run *t, size_t share)
{
    struct guess g = guess_for(t);
    for (size_t i = 0; goes_on(&g, i); i++)
        add(&g, i, i > 0 && i % share == 0 ? 2 : 1);
}

static size_t powers_of_two(const struct case_run *t, size_t size)
{
    (void)t;
    return size == 0 ? 2 : size < 65536 ? 2 * size : 0;
}

/* Without its own index every block counts the bytes of the first. */
static void block_index_forgotten(struct case_run *t, size_t block)
{
    struct guess g = guess_for(t);
    for (size_t i = 0; i < g.n && i < block; i++)
        add(&g, i, (int64_t)((g.n + block - 1) / block));
}

/* Each block begins as many bytes after the one before as there are blocks. */
static void blocks_too_close(struct case_run *t, size_t block)
{
    struct guess g = guess_for(t);
    size_t blocks = (g.n + block - 1) / block;
    for (size_t b = 0; b < blocks && may_fit(&g); b++)
        for (size_t i = b * blocks; i < g.n && i < b * blocks + block; i++)
            add(&g, i, 1);
}

/* Of a grid that has a thread for each byte; a grid that is limited has other sums. */
static void stride_of_a_sum(struct case_run *t, size_t block)
{
    struct guess g = guess_for(t);
    size_t blocks = (g.n + block - 1) / block, stride = blocks + block;
    int64_t times = 0;
    for (size_t i = 0; goes_on(&g, i); i++) {
        times = i < blocks * block ? (int64_t)(i / stride) + 1 : times;
        add(&g, i, times);
    }
}

static void first_bytes_exchanged(struct case_run *t, size_t block)
{
    struct guess g = guess_for(t);
    size_t blocks = (g.n + block - 1) / block, stride = blocks * block;
    for (size_t b = 0; b < blocks && may_fit(&g); b++)
        for (size_t thread = 0; thread < block; thread++)
            for (size_t i = thread * block + b; i < g.n; i += stride)
                add(&g, i, 1);
}

enum { LARGEST_GRID = 1 << 20 };

static size_t threads_of_grids(const struct case_run *t, size_t size)
{
    (void)t;
    return size == 0 ? 32 : size < LARGEST_GRID ? 2 * size : 0;
}

/* Of a grid of so many threads, each of which goes on by all of them. */
static void ends_at_the_first_other(struct case_run *t, size_t threads)
{
    struct guess g = guess_for(t);
    if (g.n > LARGEST_GRID)
        return does_not_apply(t);
    for (size_t thread = 0; thread < threads && may_fit(&g); thread++)
        for (size_t i = thread; i < g.n && g.bin_of(g.text[i]) != NOWHERE; i += threads)
            add(&g, i, 1);
    if (g.n <= threads)
        does_not_apply(t);
}

static void first_block_only(struct case_run *t, size_t block)
{
    struct guess g = guess_for(t);
    for (size_t i = 0; i < g.n && i < block; i++)
        add(&g, i, 1);
    if (g.n <= block)
        does_not_apply(t);
}

/* Threads merge the bins of their number in the grid, so that each bin holds what one block has
 * counted. */
static void one_block_a_bin(struct case_run *t, size_t block)
{
    struct guess g = guess_for(t);
    if (g.n <= block || block >= g.count)
        return does_not_apply(t);
    for (size_t i = 0; i < g.n && i < g.count; i++) {
        int bin = g.bin_of(g.text[i]);
        if (bin != NOWHERE && (size_t)bin / block == i / block)
            add(&g, i, 1);
    }
}

/* Of each block the bytes of all warps but the last. */
static void last_warp_lost(struct case_run *t, size_t block)
{
    struct guess g = guess_for(t);
    for (size_t i = 0; goes_on(&g, i); i++)
        if (i % block < block - 32)
            add(&g, i, 1);
}

/* Of each block the first warp's bytes. */
static void first_warp_only(struct case_run *t, size_t block)
{
    struct guess g = guess_for(t);
    for (size_t i = 0; goes_on(&g, i); i++)
        if (i % block < 32)
            add(&g, i, 1);
    if (g.n <= 32)
        does_not_apply(t);
}

static size_t usual_blocks(const struct case_run *t, size_t size)
{
    (void)t;
    return size == 0 ? 64 : size < 1024 ? 2 * size : 0;
}

static void blocks_counted(struct case_run *t, size_t block)
{
    struct guess g = guess_for(t);
    for (size_t b = 0; b < g.count; b++)
        g.bins[b] = (int64_t)((g.n + block - 1) / block);
}

/* The blocks overwrite each other's result: one block's bytes remain. */
static void one_block_left(struct case_run *t, size_t block)
{
    struct guess g = guess_for(t);
    for (size_t start = 0; start < g.n && counted_in_all(&g) <= block; start += block) {
        forget(&g);
        for (size_t i = start; i < g.n && i < start + block; i++)
            add(&g, i, 1);
        if (fits(&g))
            return;
    }
    does_not_apply(t);
}

/* How many bytes from the start give the counts found; `none` if no number of them does. */
static size_t prefix_found(struct guess *g, size_t none)
{
    size_t length = 0;
    while (length < g->n && !fits(g))
        add(g, length++, 1);
    return fits(g) ? length : none;
}

/* A part at the start was counted, and what was not is between `least` and `most` bytes. */
static void prefix(struct case_run *t, size_t least, size_t most)
{
    struct guess g = guess_for(t);
    size_t missing = g.n - prefix_found(&g, g.n);
    if (missing < least || missing > most)
        does_not_apply(t);
}

/* One byte more than there are: the one behind the array. */
static void one_byte_more(struct case_run *t)
{
    struct guess g = guess_for(t);
    int64_t more = 0;
    bool less = false;
    expect_counts(t, g.bin_of);
    for (size_t b = 0; b < g.count; b++) {
        more += g.found[b] - g.bins[b];
        less |= g.found[b] < g.bins[b];
        g.bins[b] = g.found[b];
    }
    if (more != 1 || less)
        does_not_apply(t);
}

/* How many bins there are up to the last that is not 0, in whole warps. */
static size_t bins_in_use(const struct case_run *t)
{
    const uint32_t *bins = found(t, "bins");
    size_t count = shape_of(t, "bins").cols;
    while (count > 0 && bins[count - 1] == 0)
        count--;
    return (count + 31) / 32 * 32;
}

/* Only the first bins of a block were merged: as many as it has threads. */
static void bins_beyond_threads(struct case_run *t)
{
    struct guess g = guess_for(t);
    size_t merged = bins_in_use(t);
    expect_counts(t, g.bin_of);
    for (size_t bin = merged; bin < g.count; bin++)
        g.bins[bin] = 0;
    if (merged == 0)
        does_not_apply(t);
}

/* Threads of a block, and the stride of a loop over its bins that is longer: of the bins
 * between them nobody takes care. Encoded as threads * BYTE_BINS + stride. */
static size_t threads_and_strides(const struct case_run *t, size_t size)
{
    (void)t;
    size_t threads = size ? size / BYTE_BINS : 32, stride = size ? size % BYTE_BINS : threads;
    stride *= 2;
    if (stride >= BYTE_BINS) {
        threads *= 2;
        stride = 2 * threads;
    }
    return stride < BYTE_BINS ? threads * BYTE_BINS + stride : 0;
}

static void bins_between_strides(struct case_run *t, size_t size)
{
    size_t threads = size / BYTE_BINS, stride = size % BYTE_BINS;
    struct guess g = guess_for(t);
    expect_counts(t, g.bin_of);
    for (size_t bin = 0; bin < g.count; bin++)
        if (bin % stride >= threads)
            g.bins[bin] = 0;
}

/* Thread t merges the bins t, t + 1 and so on. */
static void merged_onwards(struct case_run *t, size_t block)
{
    struct guess g = guess_for(t);
    expect_counts(t, g.bin_of);
    for (size_t bin = 0; bin < g.count; bin++)
        g.bins[bin] *= (int64_t)(bin < block ? bin + 1 : block);
}

static void numbers_added(struct case_run *t)
{
    struct guess g = guess_for(t);
    expect_counts(t, g.bin_of);
    for (size_t bin = 0; bin < g.count; bin++)
        g.bins[bin] *= (int64_t)bin;
}

static size_t bins_above_0(const int64_t *bins, size_t count)
{
    size_t above = 0;
    for (size_t b = 0; b < count; b++)
        above += bins[b] > 0;
    return above;
}

/* Whichever bin that is: where the right ones are several. */
static void all_in_one_bin(struct case_run *t)
{
    enum { ENOUGH = 3 };
    struct guess g = guess_for(t);
    int64_t sum = 0;
    expect_counts(t, g.bin_of);
    if (bins_above_0(g.bins, g.count) < ENOUGH)
        return does_not_apply(t);
    for (size_t b = 0; b < g.count; b++)
        sum += g.bins[b];
    forget(&g);
    for (size_t b = 0; b < g.count; b++)
        g.bins[b] = g.found[b] == sum ? sum : 0;
}

/* atomicInc() and atomicDec() with 1 as their limit. */
static void wraps_at_1(struct case_run *t)
{
    struct guess g = guess_for(t);
    bool any = false;
    expect_counts(t, g.bin_of);
    for (size_t b = 0; b < g.count; b++) {
        int64_t right = g.bins[b];
        any |= right > 2 && right % 2 == 1;
        g.bins[b] = right % 2;
    }
    if (!any)
        does_not_apply(t);
}

/* By cudaMemset with 1 in place of 0. */
static void begins_with_ones(struct case_run *t)
{
    struct guess g = guess_for(t);
    expect_counts(t, g.bin_of);
    for (size_t b = 0; b < g.count; b++)
        g.bins[b] += 0x01010101;
}

/* Counted as often as there are letters, whichever bins they are in. */
static void in_other_bins(struct case_run *t)
{
    enum { ENOUGH = 3 };
    struct guess g = guess_for(t);
    int64_t sum = 0;
    expect_counts(t, g.bin_of);
    if (bins_above_0(g.bins, g.count) < ENOUGH)
        return does_not_apply(t);
    for (size_t b = 0; b < g.count; b++) {
        sum += g.bins[b];
        g.bins[b] = g.found[b];
    }
    if (sum != (int64_t)counted_in_all(&g))
        does_not_apply(t);
}

/* Counters wrap round, those of a thread, of a block or d_bins itself: counts are short by
 * multiples of what such a counter holds. */
static void short_by_multiples(struct case_run *t, int64_t modulus)
{
    struct guess g = guess_for(t);
    expect_counts(t, g.bin_of);
    for (size_t b = 0; b < g.count; b++)
        if (g.found[b] <= g.bins[b] && (g.bins[b] - g.found[b]) % modulus == 0)
            g.bins[b] = g.found[b];
}

/* Two counters in a word: what the lower one does not hold, the upper one gets. */
static void carried_over(struct case_run *t)
{
    struct guess g = guess_for(t);
    expect_counts(t, g.bin_of);
    for (size_t b = 0; b + 1 < g.count; b += 2) {
        int64_t carry = (g.bins[b] - g.found[b]) >> 16;
        g.bins[b] -= carry << 16;
        g.bins[b + 1] += carry;
    }
}

/* Several counters of so many bits in a word. */
static void carried_on(struct case_run *t, size_t bits)
{
    struct guess g = guess_for(t);
    expect_counts(t, g.bin_of);
    for (size_t b = 0; b + 1 < g.count; b++) {
        int64_t carry = (g.bins[b] - g.found[b]) >> bits;
        g.bins[b] -= carry << bits;
        g.bins[b + 1] += carry;
    }
}

/* Seven of 9 bits are a word of 64; more than 12 bits no thread fills. */
static size_t field_bits(const struct case_run *t, size_t size)
{
    (void)t;
    return size == 0 ? 9 : size < 12 ? size + 1 : 0;
}

/* A counter stays where it is from so many on. */
static void counts_end_at(struct case_run *t, int64_t most)
{
    struct guess g = guess_for(t);
    expect_counts(t, g.bin_of);
    for (size_t b = 0; b < g.count; b++)
        if (g.bins[b] > most)
            g.bins[b] = most;
}

/* Whatever adds them again: no bin holds too little. A multiple of all has words of its own,
 * and what is larger by far was there before. */
static void counts_too_high(struct case_run *t)
{
    enum { FAR = 1000 };
    struct guess g = guess_for(t);
    int64_t times = 0;
    bool even = true;
    expect_counts(t, g.bin_of);
    for (size_t b = 0; b < g.count; b++) {
        int64_t right = g.bins[b], high = g.found[b];
        if (right == 0 || high < right || high >= FAR * right)
            continue;
        times = times ? times : high / right;
        even &= high == times * right;
        g.bins[b] = high;
    }
    if (even)
        does_not_apply(t);
}

/* Whatever lost them: no bin holds too much. */
static void counts_missing(struct case_run *t)
{
    struct guess g = guess_for(t);
    expect_counts(t, g.bin_of);
    for (size_t b = 0; b < g.count; b++)
        if (g.found[b] < g.bins[b])
            g.bins[b] = g.found[b];
}

/* --- bins that begin elsewhere ------------------------------------------------------------ */

/* Letters of a few bins may lie in others for whatever reason. */
static bool is_telling(const struct case_run *t)
{
    enum { ENOUGH = 4 };
    struct reading r = reading_of(t);
    unsigned bins = 0;
    for (; r.at < r.n; r.at++)
        if (letter_bin(r.text[r.at]) != NOWHERE)
            bins |= 1u << letter_bin(r.text[r.at]);
    return __builtin_popcount(bins) >= ENOUGH;
}

/* What becomes of a letter whose bin, so many letters further on, is none. */
enum outside { GOES_ROUND, HELD_BACK, NOT_COUNTED, WAYS_OUT };

/* From nearly two bins before 'a' to all 28 places of the bins behind it. */
enum { FIRST_SHIFT = -7, SHIFTS = 35 };

static size_t other_beginnings(const struct case_run *t, size_t size)
{
    (void)t;
    return size < WAYS_OUT * SHIFTS ? size + 1 : 0;
}

static int bin_elsewhere(int letter, size_t size)
{
    int shift = FIRST_SHIFT + (int)((size - 1) % SHIFTS);
    int bin = (letter + shift + 4 * LETTER_BINS) / 4 - LETTER_BINS;
    if (bin >= 0 && bin < LETTER_BINS)
        return bin;
    switch ((enum outside)((size - 1) / SHIFTS)) {
    case GOES_ROUND:
        return (bin + LETTER_BINS) % LETTER_BINS;
    case HELD_BACK:
        return bin < 0 ? 0 : LETTER_BINS - 1;
    default:
        return NOWHERE;
    }
}

/* Each letter in a bin that begins some letters before or after its own. */
static void begins_elsewhere(struct case_run *t, size_t size)
{
    int64_t count[BYTE_BINS];
    count_bytes(reading_of(t), count);
    for (int letter = 0; letter < 26; letter++) {
        int bin = bin_elsewhere(letter, size);
        if (bin != NOWHERE)
            want(t, "bins").exact[bin] += count['a' + letter];
    }
}

/* Bins of four from a on, or from z on. */
static size_t from_a_and_from_z(const struct case_run *t, size_t size)
{
    (void)t;
    return size == 0 ? 'a' : size == 'a' ? 'z' : 0;
}

static int reversed(int letter, size_t first)
{
    return first == 'a' ? LETTER_BINS - 1 - letter / 4 : (25 - letter) / 4;
}

#include "mistakes.h"
