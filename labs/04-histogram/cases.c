/* The judge's side of lab 04: texts, references, mistakes and cases. */
#define _GNU_SOURCE
#include "lab.h"

#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    LETTER_BINS = 7,
    BYTE_BINS = 256,
    MOST_OF_HANDOUTS = 1 << 20, /* bytes of them that are counted */
    MOST_OF_INPUT = 1 << 28,
};

/* --- texts -------------------------------------------------------------------------------- */

enum {
    LETTERS = LAB_DATA, /* a-z */
    ALPHABET,           /* a, b, ... z, a, b, ... */
    NO_LETTER,          /* capitals, digits and signs */
    LAST_BIN,           /* y and z */
    BORDERS,            /* the bytes on either side of a border between bins */
    SENTENCE,
    HANDOUTS,  /* of this suite */
    FROM_FILE, /* the one that INPUT= names */
};

static const char sentence[] = "programming massively parallel processors";

static unsigned char one_of(struct trial *t, const char *bytes)
{
    return (unsigned char)bytes[random_between(t, 0, (int64_t)strlen(bytes) - 1)];
}

static unsigned char drawn_byte(struct trial *t, size_t i, unsigned char otherwise)
{
    switch (data_kind(t)) {
    case LETTERS:
        return (unsigned char)random_between(t, 'a', 'z');
    case ALPHABET:
        return (unsigned char)('a' + i % 26);
    case NO_LETTER:
        return one_of(t, "ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789.,;:-()[]{}`@\n\377\200");
    case LAST_BIN:
        return one_of(t, "yz");
    case BORDERS:
        return one_of(t, "]^_`adehilmpqtuxyz{|}~@AZ[\377\200\001");
    case SENTENCE:
        return (unsigned char)sentence[i % (sizeof sentence - 1)];
    default: /* one of the judge's kinds, which has filled it already */
        return otherwise;
    }
}

/* A file's bytes, at most `most` of them, into `to`; how many there were. */
static size_t append_file(const char *path, unsigned char *to, size_t most)
{
    FILE *file = fopen(path, "rb");
    size_t length = file ? fread(to, 1, most, file) : 0;
    if (file)
        fclose(file);
    return length;
}

/* The suite's handouts one after the other, in the order of the labs, or a sentence where there
 * are none. What is expected follows what is read: editing a handout breaks nothing. */
static unsigned char *read_handouts(size_t *n)
{
    unsigned char *text = malloc(MOST_OF_HANDOUTS);
    glob_t found;
    char pattern[4096];
    *n = 0;
    snprintf(pattern, sizeof pattern, "%s/labs/*/README.md", suite_root());
    if (text && glob(pattern, 0, NULL, &found) == 0) {
        for (size_t i = 0; i < found.gl_pathc; i++)
            *n += append_file(found.gl_pathv[i], text + *n, MOST_OF_HANDOUTS - *n);
        globfree(&found);
    }
    if (text && *n == 0)
        memcpy(text, sentence, *n = sizeof sentence - 1);
    return text;
}

/* A byte 0 is in no text, whatever its encoding for which a-z are bytes; a picture or program
 * is full of them. Counting the values of bytes is for any file. */
static void refuse_binary(const unsigned char *text, size_t n)
{
    const unsigned char *zero = memchr(text, 0, n);
    if (zero)
        refuse_input("not a text: byte %zu of it is 0; TASK=byte_histogram takes any file",
                     (size_t)(zero - text));
}

/* The bytes of the file that INPUT= names; *n says how many. */
static unsigned char *read_input(size_t *n)
{
    struct stat about;
    FILE *file = fopen(input_file(), "rb");
    if (!file || fstat(fileno(file), &about) != 0)
        refuse_input("cannot be read: %s", strerror(errno));
    if (!S_ISREG(about.st_mode))
        refuse_input("not a file");
    if (about.st_size > MOST_OF_INPUT)
        refuse_input("larger than %d bytes: take a part of it (head -c)", MOST_OF_INPUT);
    unsigned char *text = malloc((size_t)about.st_size + 1);
    *n = text ? fread(text, 1, (size_t)about.st_size, file) : 0;
    fclose(file);
    if (*n == 0)
        refuse_input("empty: there is nothing to count");
    return text;
}

/* The bytes of a case that takes them from files, NULL for other cases. */
static unsigned char *read_files(const struct trial *t, size_t *n)
{
    if (data_kind(t) == FROM_FILE)
        return read_input(n);
    return data_kind(t) == HANDOUTS ? read_handouts(n) : NULL;
}

static void prepare(struct trial *t, size_t bins)
{
    size_t n = (size_t)number(t, "n");
    unsigned char *read = read_files(t, &n);
    if (data_kind(t) == FROM_FILE && bins == LETTER_BINS)
        refuse_binary(read, n);
    add_number(t, "n", (int64_t)n);
    unsigned char *text = add_input(t, "text", UINT8, list(n));
    for (size_t i = 0; i < n; i++)
        text[i] = read ? read[i] : drawn_byte(t, i, text[i]);
    free(read);
    add_output(t, "bins", UINT32, list(bins));
}

static void prepare_letters(struct trial *t)
{
    prepare(t, LETTER_BINS);
}

static void prepare_bytes(struct trial *t)
{
    prepare(t, BYTE_BINS);
}

/* --- counting ----------------------------------------------------------------------------- */

enum { NOWHERE = -1 };

/* The bin of a byte, NOWHERE if it is not counted. */
typedef int bin_function(unsigned char byte);

static int letter_bin(unsigned char byte)
{
    return byte >= 'a' && byte <= 'z' ? (byte - 'a') / 4 : NOWHERE;
}

static int byte_bin(unsigned char byte)
{
    return byte;
}

static void expect_by(struct trial *t, bin_function *bin_of)
{
    const unsigned char *text = given(t, "text");
    int64_t *bins = want(t, "bins").exact;
    for (size_t i = 0, n = (size_t)number(t, "n"); i < n; i++)
        if (bin_of(text[i]) != NOWHERE)
            bins[bin_of(text[i])]++;
}

static void expect_letters(struct trial *t)
{
    expect_by(t, letter_bin);
}

static void expect_bytes(struct trial *t)
{
    expect_by(t, byte_bin);
}

/* --- mistakes about which byte belongs where ---------------------------------------------- */

#define MISTAKE(name, bin)                                                                     \
    static int name##_bin(unsigned char byte)                                                  \
    {                                                                                          \
        int letter = byte - 'a';                                                               \
        (void)letter;                                                                          \
        return bin;                                                                            \
    }                                                                                          \
    static void name(struct trial *t)                                                          \
    {                                                                                          \
        expect_by(t, name##_bin);                                                              \
    }

MISTAKE(capitals_counted, (letter = (byte | 32) - 'a',
                           byte >= 'A' && letter >= 0 && letter < 26 ? letter / 4 : NOWHERE))
MISTAKE(last_bin_dropped, letter >= 0 && letter < 24 ? letter / 4 : NOWHERE)
MISTAKE(a_dropped, letter > 0 && letter < 26 ? letter / 4 : NOWHERE)
MISTAKE(z_dropped, letter >= 0 && letter < 25 ? letter / 4 : NOWHERE)
MISTAKE(past_z_counted, letter >= 0 && letter <= 26 ? letter / 4 : NOWHERE)
MISTAKE(only_bin_tested, letter >= 0 && letter < 28 ? letter / 4 : NOWHERE)
MISTAKE(tested_after_division, letter > -4 && letter < 28 ? letter / 4 : NOWHERE)
MISTAKE(width_26_7, letter >= 0 && letter < 26 ? letter * 7 / 26 : NOWHERE)
MISTAKE(width_3, letter >= 0 && letter < 21 ? letter / 3 : NOWHERE)
MISTAKE(bins_shifted, letter >= 0 && letter < 26 ? (letter + 1) / 4 : NOWHERE)
MISTAKE(dealt_out, letter >= 0 && letter < 26 ? letter % 7 : NOWHERE)

MISTAKE(last_byte_dropped, byte < BYTE_BINS - 1 ? byte : NOWHERE)
MISTAKE(seven_bits, byte & 127)
MISTAKE(zero_ignored, byte > 0 ? byte : NOWHERE)

/* --- mistakes about which bytes are counted, how often, and in what ----------------------- */

/* These know the answer's form but not its numbers: how large the blocks are, where the loop
 * stopped. They try what fits the answer that was found, which is what found() is for. */
struct guess {
    const unsigned char *text;
    size_t n, count; /* of bytes, of bins */
    bin_function *bin_of;
    const uint32_t *found;
    int64_t *bins; /* what the mistake computes; zeros at first */
};

static struct guess guess_for(struct trial *t)
{
    size_t count = shape_of(t, "bins").cols;
    return (struct guess){.text = given(t, "text"),
                          .n = (size_t)number(t, "n"),
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

static void forget(struct guess *g)
{
    memset(g->bins, 0, g->count * sizeof *g->bins);
}

typedef bool tried_function(struct guess *g, size_t block);

/* Leaves in the bins what the mistake computes with that size of block for which it fits. */
static void expect_for_some_block(struct trial *t, tried_function *fits_with)
{
    struct guess g = guess_for(t);
    for (size_t block = 32; block <= 1024; block += 32) {
        if (fits_with(&g, block))
            return;
        forget(&g);
    }
    does_not_apply(t, "bins");
}

/* Each block goes on by its own width: byte i is counted by every block up to its own. */
static bool stride_of_a_block(struct guess *g, size_t block)
{
    for (size_t i = 0; i < g->n; i++)
        add(g, i, (int64_t)(i / block + 1));
    return fits(g);
}

static void stride_of_one_block(struct trial *t)
{
    expect_for_some_block(t, stride_of_a_block);
}

/* Without its own index every block counts the bytes of the first. */
static bool first_block_by_all(struct guess *g, size_t block)
{
    for (size_t i = 0; i < g->n && i < block; i++)
        add(g, i, (int64_t)((g->n + block - 1) / block));
    return fits(g);
}

static void block_index_forgotten(struct trial *t)
{
    expect_for_some_block(t, first_block_by_all);
}

/* The blocks overwrite each other's result: one block's bytes remain. */
static bool bytes_of_one_block(struct guess *g, size_t block)
{
    for (size_t start = 0; start < g->n; start += block) {
        forget(g);
        for (size_t i = start; i < g->n && i < start + block; i++)
            add(g, i, 1);
        if (fits(g))
            return true;
    }
    return false;
}

static void one_block_left(struct trial *t)
{
    expect_for_some_block(t, bytes_of_one_block);
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
static void expect_prefix(struct trial *t, size_t least, size_t most)
{
    struct guess g = guess_for(t);
    size_t missing = g.n - prefix_found(&g, g.n);
    if (missing < least || missing > most)
        does_not_apply(t, "bins");
}

static void tail_lost(struct trial *t)
{
    expect_prefix(t, 1, 1023);
}

static void rest_lost(struct trial *t)
{
    expect_prefix(t, 1024, SIZE_MAX);
}

static void nothing_counted(struct trial *t)
{
    (void)t; /* expectations begin as zeros */
}

/* One byte more than there are: the one behind the array. */
static void one_byte_more(struct trial *t)
{
    struct guess g = guess_for(t);
    size_t more = 0;
    for (size_t i = 0; i < g.n; i++)
        add(&g, i, 1);
    for (size_t b = 0; b < g.count; b++) {
        more += (size_t)(g.found[b] - g.bins[b]);
        g.bins[b] = g.found[b];
    }
    if (more != 1)
        does_not_apply(t, "bins");
}

/* Only the first bins of a block were merged: as many as it has threads. */
static void bins_beyond_threads(struct trial *t)
{
    struct guess g = guess_for(t);
    for (size_t i = 0; i < g.n; i++)
        add(&g, i, 1);
    size_t merged = g.count;
    while (merged > 0 && g.found[merged - 1] == 0)
        g.bins[--merged] = 0;
    if (merged % 32 || merged == 0)
        does_not_apply(t, "bins");
}

/* Counters wrap round, those of a thread, of a block or d_bins itself: counts are short by
 * multiples of what such a counter holds. */
static void expect_short_by_multiples(struct trial *t, int64_t modulus)
{
    struct guess g = guess_for(t);
    for (size_t i = 0; i < g.n; i++)
        add(&g, i, 1);
    for (size_t b = 0; b < g.count; b++)
        if (g.found[b] <= g.bins[b] && (g.bins[b] - g.found[b]) % modulus == 0)
            g.bins[b] = g.found[b];
}

static void counters_of_16_bits(struct trial *t)
{
    expect_short_by_multiples(t, 1 << 16);
}

static void counters_of_8_bits(struct trial *t)
{
    expect_short_by_multiples(t, 1 << 8);
}

/* Whatever lost them: no bin holds too much. The last of the rivals, since it fits most. */
static void counts_missing(struct trial *t)
{
    struct guess g = guess_for(t);
    for (size_t i = 0; i < g.n; i++)
        add(&g, i, 1);
    for (size_t b = 0; b < g.count; b++)
        if (g.found[b] < g.bins[b])
            g.bins[b] = g.found[b];
}

#define RIVAL(name, says)                                                                      \
    {                                                                                          \
#name, name, says, false                                                               \
    }

// clang-format off
#define LOOP_RIVALS                                                                            \
    RIVAL(nothing_counted,                                                                     \
          "all bins are 0: nothing was counted, or the private bins never reached d_bins"),    \
    RIVAL(counters_of_16_bits,                                                                 \
          "counts are short by multiples of 65536: counters of 16 bits run over"),             \
    RIVAL(counters_of_8_bits,                                                                  \
          "counts are short by multiples of 256: counters of 8 bits run over"),                \
    RIVAL(stride_of_one_block,                                                                 \
          "later bytes are counted once for each block before them: the stride is one block's "\
          "threads, where it must be those of the whole grid"),                                \
    RIVAL(block_index_forgotten,                                                               \
          "every block counts the first block's bytes: is the block's index in the index of "  \
          "the byte?"),                                                                        \
    RIVAL(tail_lost,                                                                           \
          "the last bytes are not counted: is the number of blocks, or each thread's share, "  \
          "rounded down?"),                                                                    \
    RIVAL(one_block_left,                                                                      \
          "these are the counts of one block: the blocks overwrite each other where they "     \
          "merge; all must add, atomically"),                                                  \
    RIVAL(rest_lost,                                                                           \
          "only a first part of the bytes is counted: the grid has fewer threads than there "  \
          "are bytes, so each thread must go on, by a stride of all threads of the grid"),     \
    RIVAL(one_byte_more,                                                                       \
          "one byte too many is counted: the last has index n - 1")

#define LAST_RIVAL                                                                             \
    RIVAL(counts_missing,                                                                      \
          "counts are missing, none is too high: where threads share a bin, each addition "    \
          "must be atomic, and barriers must keep clearing, counting and merging apart")

static const struct rival letter_rivals[] = {
    LOOP_RIVALS,
    RIVAL(capitals_counted, "capital letters are counted, too: only a-z are"),
    RIVAL(last_bin_dropped,
          "the last bin is empty: y and z are its letters, though it is not full"),
    RIVAL(a_dropped, "a is not counted: it is letter 0, and belongs to the first bin"),
    RIVAL(z_dropped, "z is not counted: it is letter 25, the last"),
    RIVAL(past_z_counted, "'{', the byte after z, is counted: there are letters 0 to 25"),
    RIVAL(only_bin_tested,
          "'{' and '|', the bytes after z, are counted: test the letter, not its bin, since "
          "the last bin is not full"),
    RIVAL(tested_after_division,
          "the bytes next to a and z are counted: test the letter before you divide, since "
          "division rounds towards 0 and the last bin is not full"),
    RIVAL(width_26_7, "these are bins of 26 / 7 letters: a bin has four, and the last two"),
    RIVAL(width_3, "these are bins of three letters: a bin has four, and the last two"),
    RIVAL(bins_shifted, "the bins begin a letter early: a is letter 0, so that bin 0 is a-d"),
    RIVAL(dealt_out, "neighbouring letters fall into different bins: divide, not modulo"),
    LAST_RIVAL,
    {0},
};

static const struct rival byte_rivals[] = {
    LOOP_RIVALS,
    RIVAL(bins_beyond_threads,
          "the bins from the number of threads of a block on are 0: each thread has more than "
          "one bin to clear and to merge"),
    RIVAL(last_byte_dropped, "the last bin is 0: the bins have the numbers 0 to 255"),
    RIVAL(seven_bits, "bytes from 128 on are counted 128 bins too low"),
    RIVAL(zero_ignored, "the byte 0 is not counted: it is a value as any other"),
    LAST_RIVAL,
    {0},
};

/* --- cases -------------------------------------------------------------------------------- */

/* What every loop over bytes must cope with, and what comes from files. */
#define LOOP_CASES                                                                             \
    {"less", {255}, LETTERS, "a byte less than a block", 0, 0},                                \
    {"one", {1}, LETTERS, "a single byte", 0, 0},                                              \
    {"less-than-warp", {31}, LETTERS, "less than a warp", 0, 0},                               \
    {"several-blocks", {5003}, LETTERS, "several blocks with a ragged end", CHECKED, 0},        \
    {"many-blocks", {50021}, LETTERS, "many blocks with a ragged end", COUNTED, 0},            \
    {"any-byte", {20011}, SIGNED, "bytes of every value", 0, 0},                               \
    {"equal", {200003}, EQUAL, "all alike: every thread wants the same bin", 0, 0},            \
    {"beyond-grid", {(1 << 19) + 77}, UNIFORM, "more bytes than a grid has threads", 0, 0},    \
    {"one-bin", {(8 << 20) + 333}, EQUAL, "more in each block's bin than 16 bits hold", ONCE, 20}, \
    {"handouts", {0}, HANDOUTS, "the handouts of this suite", MEASURED, 0},                    \
    {"empty", {0}, UNIFORM, "no bytes: zeros, and no error left behind", NO_KERNEL, 0},        \
    {"input", {0}, FROM_FILE, "the file that INPUT= names", FROM_INPUT | MEASURED, 60}

#define LETTER_CASES                                                                           \
    {"one-block", {256}, LETTERS, "exactly one block", CHECKED, 0},                            \
    {"more", {257}, LETTERS, "a second block with a single byte", CHECKED, 0},                 \
    {"alphabet", {26}, ALPHABET, "each letter once: four a bin, and two in the last", 0, 0},   \
    {"sentence", {sizeof sentence - 1}, SENTENCE, "small enough to count by hand", MEASURED, 0}, \
    {"no-letter", {500}, NO_LETTER, "capitals, digits and signs are no letters", 0, 0},        \
    {"borders", {5000}, BORDERS, "the first and last letters of bins, and their neighbours", 0, 0}, \
    {"last-bin", {300}, LAST_BIN, "only y and z", 0, 0},                                       \
    LOOP_CASES

static const struct test_case letter_cases[] = {LETTER_CASES, {0}};

static const struct test_case fast_cases[] = {
    LETTER_CASES,
    {"contended", {60013}, EQUAL, "all alike, and many blocks", COUNTED, 0},
    {0},
};

static const struct test_case byte_cases[] = {
    {"one-block", {128}, SIGNED, "exactly one block", CHECKED, 0},
    {"more", {129}, SIGNED, "a second block with a single byte", CHECKED, 0},
    {"each-value", {251 * 300}, INDEXED, "each value below 251 equally often", 0, 0},
    {"more-than-256", {257}, SIGNED, "as many bytes as bins, and one more", CHECKED, 0},
    {"less-than-128", {127}, SIGNED, "a byte less than a block", 0, 0},
    LOOP_CASES,
    {0},
};
// clang-format on

/* --- the lab ------------------------------------------------------------------------------ */

/* Time of a file, which can be as large as it takes to show a difference. */
static void report_speed(const struct trial *t, FILE *out)
{
    double bytes = (double)number(t, "n");
    if (data_kind(t) == FROM_FILE)
        fprintf(out, "         %.0f bytes in %.6f s: %.3g GB/s\n", bytes, seconds_of(t),
                bytes / seconds_of(t) * 1e-9);
}

/* "41 bytes: a-d 5  e-h 5 ..." */
static void report_letters(const struct trial *t, FILE *out)
{
    const uint32_t *bins = found(t, "bins");
    fprintf(out, "         %lld bytes:", (long long)number(t, "n"));
    for (int b = 0; b < LETTER_BINS; b++)
        fprintf(out, "  %c-%c %u", 'a' + 4 * b, b < 6 ? 'd' + 4 * b : 'z', bins[b]);
    fputc('\n', out);
    report_speed(t, out);
}

static bool uses_shared_memory(const struct simt_counters *counters)
{
    return counters->shared_atomic.lanes + counters->shared_store.lanes > 0;
}

/* A block with bins of its own merges each of them once, so the atomics on global memory grow
 * with the blocks and not with the text. Fewer blocks, or none with empty bins, need less. Bins
 * in registers alone are those of a thread, and merge no more often if a block is one. */
static const char *technique_private_bins(const struct trial *t,
                                          const struct simt_counters *counters)
{
    static char text[200];
    uint64_t atomics = counters->global_atomic.lanes, blocks = counters->blocks;
    if (atomics <= LETTER_BINS * blocks)
        return uses_shared_memory(counters)
                   ? NULL
                   : "it makes no access to shared memory, where the bins of a block belong";
    snprintf(text, sizeof text,
             "for %lld bytes it makes %llu atomic additions in global memory; %llu blocks that "
             "count in bins of their own merge with at most %d each, that is %llu",
             (long long)number(t, "n"), (unsigned long long)atomics, (unsigned long long)blocks,
             LETTER_BINS, (unsigned long long)(LETTER_BINS * blocks));
    return text;
}

/* As many additions as letters would do for 256 bins, too, where blocks are small; but not
 * without any shared memory. */
static const char *technique_shared_bins(const struct trial *t,
                                         const struct simt_counters *counters)
{
    static char text[200];
    if (uses_shared_memory(counters) ||
        counters->global_atomic.lanes < (uint64_t)number(t, "n"))
        return NULL;
    snprintf(text, sizeof text,
             "it makes %llu atomic additions in global memory for %lld bytes, and no access to "
             "shared memory, where the bins of a block belong",
             (unsigned long long)counters->global_atomic.lanes, (long long)number(t, "n"));
    return text;
}

/* Where all letters are alike, additions to one word in global memory wait for each other. Less
 * than one for two bytes is easy, however the bytes are brought together: by a thread, by the
 * votes of a warp, or in shared memory. */
static const char *technique_speed(const struct trial *t, const struct simt_counters *counters)
{
    static char text[200];
    uint64_t atomics = counters->global_atomic.lanes, n = (uint64_t)number(t, "n");
    if (data_kind(t) != EQUAL || 2 * atomics <= n)
        return NULL;
    snprintf(
        text, sizeof text,
        "it makes %llu atomic additions in global memory for %llu bytes that are all "
        "alike, and they wait for each other; count in registers or in shared memory first",
        (unsigned long long)atomics, (unsigned long long)n);
    return text;
}

const struct task tasks[] = {
    {
        .name = "histogram_global",
        .first_step = "TODO 3 clears and launches, TODO 1 and 2 find the bin and count",
        .number_names = "n",
        .cases = letter_cases,
        .prepare = prepare_letters,
        .expect = expect_letters,
        .rivals = letter_rivals,
        .report = report_letters,
    },
    {
        .name = "histogram_shared",
        .first_step = "TODO 4, bins in shared memory: clear, count, merge",
        .number_names = "n",
        .cases = letter_cases,
        .prepare = prepare_letters,
        .expect = expect_letters,
        .rivals = letter_rivals,
        .technique = technique_private_bins,
        .report = report_speed,
    },
    {
        .name = "byte_histogram",
        .first_step = "TODO 5, more bins than a block has threads",
        .number_names = "n",
        .cases = byte_cases,
        .prepare = prepare_bytes,
        .expect = expect_bytes,
        .rivals = byte_rivals,
        .technique = technique_shared_bins,
        .report = report_speed,
    },
    {
        .name = "histogram_fast",
        .first_step = "TODO 6 in stretch.cu, letters counted in registers",
        .number_names = "n",
        .cases = fast_cases,
        .prepare = prepare_letters,
        .expect = expect_letters,
        .rivals = letter_rivals,
        .technique = technique_speed,
        .report = report_speed,
        .stretch = true,
    },
    {0},
};
