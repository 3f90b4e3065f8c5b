/* The judge's side of lab 04: texts, references, cases and techniques. */
#define _GNU_SOURCE
#include "bins.h"

#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
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
    NEARLY_EQUAL,       /* of a hundred bytes all but one are 'c', and nobody knows which */
    SENTENCE,
    HANDOUTS,  /* of this suite */
    FROM_FILE, /* the one that INPUT= names */
};

static const char sentence[] = "programming massively parallel processors";

static unsigned char one_of(struct case_run *t, const char *bytes)
{
    return (unsigned char)bytes[random_between(t, 0, (int64_t)strlen(bytes) - 1)];
}

/* A byte of one of the kinds above but the last two. */
static unsigned char drawn_byte(struct case_run *t, size_t i)
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
    case NEARLY_EQUAL:
        return (unsigned char)(random_between(t, 0, 99) ? 'c' : random_between(t, 'a', 'z'));
    default:
        return (unsigned char)sentence[i % (sizeof sentence - 1)];
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
static unsigned char *read_files(const struct case_run *t, size_t *n)
{
    if (data_kind(t) == FROM_FILE)
        return read_input(n);
    return data_kind(t) == HANDOUTS ? read_handouts(n) : NULL;
}

static void prepare(struct case_run *t, size_t bins)
{
    size_t n = count_of(t, "n");
    unsigned char *read = read_files(t, &n);
    if (data_kind(t) == FROM_FILE && bins == LETTER_BINS)
        refuse_binary(read, n);
    add_number(t, "n", (int64_t)n);
    unsigned char *text = add_input(t, "text", UINT8, list(n));
    if (read)
        memcpy(text, read, n);
    for (size_t i = 0; i < n && !read && data_kind(t) >= LAB_DATA; i++)
        text[i] = drawn_byte(t, i);
    free(read);
    add_output(t, "bins", UINT32, list(bins));
}

static void prepare_letters(struct case_run *t)
{
    prepare(t, LETTER_BINS);
}

static void prepare_bytes(struct case_run *t)
{
    prepare(t, BYTE_BINS);
}

/* --- references --------------------------------------------------------------------------- */

static void expect_letters(struct case_run *t)
{
    expect_counts(t, letter_bin);
}

static void expect_bytes(struct case_run *t)
{
    expect_counts(t, byte_bin);
}

/* --- cases -------------------------------------------------------------------------------- */

/* Bytes alike, of which each of 1024 blocks has more than 16 bits count, and each of their 256
 * threads more than 8 bits; 65535 blocks of 1024 threads are too few for them. With an atomic
 * addition each they take too long: there a quarter is still more than a float counts, and than
 * 65535 blocks of 256 threads have. */
enum { MANY_ALIKE = (65 << 20) + 333, MANY_ADDITIONS = (17 << 20) + 333 };

/* The same of 8 bits for 1056 such blocks, 8 on each multiprocessor of a large device, whose
 * threads count in registers and move that elsewhere every 256 letters. */
enum { MORE_ALIKE = (139 << 20) + 333 };

/* Of a single block each of 256 threads has more than 16 bits count, and a bin has more than a
 * float counts. */
enum { OF_ONE_BLOCK = (17 << 20) + 333 };

/* What every loop over bytes must cope with, and what comes from files. */
#define LOOP_CASES(alike)                                                                      \
    CASE("less", LETTERS, "a byte less than a block", .numbers = {255}, .flags = CHECKED),     \
        CASE("one", LETTERS, "a single byte", .numbers = {1}),                                 \
        CASE("less-than-warp", LETTERS, "less than a warp", .numbers = {31}),                  \
        CASE("several-blocks", LETTERS, "several blocks with a ragged end", .numbers = {5003}, \
             .flags = CHECKED),                                                                \
        CASE("many-blocks", LETTERS, "many blocks with a ragged end", .numbers = {100003},     \
             .flags = COUNTED),                                                                \
        CASE("any-byte", SIGNED, "bytes of every value", .numbers = {20011}),                  \
        CASE("anywhere", LETTERS,                                                              \
             "whole vectors of bytes that begin at no multiple of a word", .numbers = {5008},  \
             .flags = WATCHED, .begins = {1, 1}),                                              \
        CASE("at-words", LETTERS, "bytes that begin at a word, but at no vector",              \
             .numbers = {4096}, .flags = WATCHED, .begins = {4, 2}),                           \
        CASE("before-a-word", LETTERS, "fewer bytes than there are before a vector",           \
             .numbers = {2}, .flags = WATCHED, .begins = {13, 3}),                             \
        CASE("beyond-grid", UNIFORM, "more bytes than a grid has threads",                     \
             .numbers = {(1 << 19) + 77}),                                                     \
        CASE("equal", EQUAL, "all alike: every thread wants the same bin",                     \
             .numbers = {300001}, .begins = {2, 0}),                                           \
        CASE("one-bin", EQUAL, "more in a bin than a small counter holds", .numbers = {alike}, \
             .flags = ONCE, .seconds = 20, .of_one_block = OF_ONE_BLOCK),                      \
        CASE("whole-tiles", LETTERS, "whole tiles of up to 64 KB", .numbers = {196608}),       \
        CASE("tiles-and-one", LETTERS, "a byte more than that", .numbers = {196609},           \
             .begins = {1, 0}),                                                                \
        CASE("tiles-less-one", LETTERS, "a byte less than that", .numbers = {196607},          \
             .begins = {3, 0}),                                                                \
        CASE("handouts", HANDOUTS, "the handouts of this suite", .numbers = {0},               \
             .flags = MEASURED),                                                               \
        CASE("empty", UNIFORM, "no bytes: zeros, and no error left behind", .numbers = {0},    \
             .flags = NO_KERNEL),                                                              \
        CASE("beyond-31-bits", LETTERS, "more bytes than an int counts", .numbers = {34},      \
             .flags = REACH, .wide = {{"n", 2300051456}}),                                     \
        CASE("beyond-32-bits", LETTERS, "more bytes than 32 bits count", .numbers = {34},      \
             .flags = REACH, .wide = {{"n", 6442450976}}),                                     \
        CASE("input", FROM_FILE, "the file that INPUT= names", .numbers = {0},                 \
             .flags = FROM_INPUT | MEASURED, .seconds = 60)

#define LETTER_CASES(alike)                                                                    \
    CASE("one-block", LETTERS, "exactly one block", .numbers = {256}, .flags = CHECKED),       \
        CASE("more", LETTERS, "a second block with a single byte", .numbers = {257},           \
             .flags = CHECKED),                                                                \
        CASE("alphabet", ALPHABET, "each letter once: four a bin, and two in the last",        \
             .numbers = {26}),                                                                 \
        CASE("sentence", SENTENCE, "small enough to count by hand",                            \
             .numbers = {sizeof sentence - 1}, .flags = MEASURED),                             \
        CASE("no-letter", NO_LETTER, "capitals, digits and signs are no letters",              \
             .numbers = {500}),                                                                \
        CASE("borders", BORDERS, "the first and last letters of bins, and their neighbours",   \
             .numbers = {5000}),                                                               \
        CASE("last-bin", LAST_BIN, "only y and z, not aligned to 16 bytes", .numbers = {300},  \
             .flags = WATCHED, .begins = {8, 2}),                                              \
        LOOP_CASES(alike)

static const struct test_case global_cases[] = {LETTER_CASES(MANY_ADDITIONS), {0}};
static const struct test_case letter_cases[] = {LETTER_CASES(MANY_ALIKE), {0}};

static const struct test_case fast_cases[] = {
    LETTER_CASES(MORE_ALIKE),
    CASE("contended", NEARLY_EQUAL, "nearly all alike, and many blocks", .numbers = {100003},
         .flags = COUNTED),
    {0},
};

static const struct test_case byte_cases[] = {
    CASE("one-block", SIGNED, "exactly one block", .numbers = {128}, .flags = CHECKED),
    CASE("more", SIGNED, "a second block with a single byte", .numbers = {129},
         .flags = CHECKED),
    CASE("each-value", INDEXED, "each value below 251 equally often", .numbers = {251 * 300}),
    CASE("more-than-256", SIGNED,
         "as many bytes as bins, and one more, not aligned to 16 bytes", .numbers = {257},
         .flags = CHECKED, .begins = {8, 2}),
    CASE("less-than-128", SIGNED, "a byte less than a block", .numbers = {127}),
    LOOP_CASES(MANY_ALIKE),
    {0},
};
// clang-format on

/* --- the lab ------------------------------------------------------------------------------ */

/* Time of a file, which can be as large as it takes to show a difference. */
static void report_speed(const struct case_run *t, FILE *out)
{
    double bytes = (double)number(t, "n");
    if (data_kind(t) == FROM_FILE)
        fprintf(out, "         %.0f bytes in %.6f s: %.3g GB/s\n", bytes, seconds_of(t),
                bytes / seconds_of(t) * 1e-9);
}

/* "41 bytes: a-d 5  e-h 5 ..." */
static void report_letters(const struct case_run *t, FILE *out)
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

/* Blocks that have counted may leave their bins to one block, which then reads more than the
 * text has, if these are many; but it counts no bytes itself. */
static bool adds_up_parts(const struct case_run *t, const struct simt_counters *counters)
{
    enum { MOST_COUNTED = 16 }; /* of a block, of so many bytes one */
    uint64_t bins = elements_of(t, "bins"), parts = bins * counters->blocks;
    return counters->blocks > counters->launches &&
           counters->busiest_loads / 4 <= parts + words_given(t) / MOST_COUNTED &&
           counters->busiest_counts <= count_of(t, "n") / MOST_COUNTED;
}

/* A short text may well be one block's, and a thread may take many bytes. */
static const char *technique_threads(const struct case_run *t,
                                     const struct simt_counters *counters)
{
    enum { MOST_OF_A_THREAD = 1024, MOST_OF_A_BLOCK = 90000 };
    size_t n = count_of(t, "n");
    const char *one = objection_to_one_of_a_block(counters, n);
    bool many_blocks = n > MOST_OF_A_BLOCK && !adds_up_parts(t, counters);
    return one ? one : objection_to_few(t, counters, n, MOST_OF_A_THREAD, many_blocks);
}

/* One load a byte is a 32nd of them by whole warps. */
static uint64_t most_loads(const struct case_run *t)
{
    return count_of(t, "n") / 4;
}

/* A block with bins of its own merges each of them once, so the atomics on global memory grow
 * with the blocks and not with the text. Fewer blocks, or none with empty bins, need less. Bins
 * in registers alone are those of a thread, and merge no more often if a block is one. */
static const char *technique_private_bins(const struct case_run *t,
                                          const struct simt_counters *counters)
{
    uint64_t atomics = counters->global_atomic.lanes - counters->drawn;
    uint64_t blocks = counters->blocks;
    if (atomics <= LETTER_BINS * blocks)
        return uses_shared_memory(counters)
                   ? technique_threads(t, counters)
                   : "it makes no access to shared memory, where the bins of a block belong";
    return objection(
        "for %lld bytes it makes %llu atomic additions in global memory; %llu blocks that "
        "count in bins of their own merge with at most %d each, that is %llu",
        (long long)number(t, "n"), (unsigned long long)atomics, (unsigned long long)blocks,
        LETTER_BINS, (unsigned long long)(LETTER_BINS * blocks));
}

/* As many additions as letters would do for 256 bins, too, where blocks are small; but not
 * where little happens in shared memory beside the clearing of a block's bins. */
static const char *technique_shared_bins(const struct case_run *t,
                                         const struct simt_counters *counters)
{
    uint64_t n = (uint64_t)number(t, "n"), blocks = counters->blocks;
    uint64_t stores = counters->shared_store.lanes, counted = counters->shared_atomic.lanes;
    counted += stores > BYTE_BINS * blocks ? stores - BYTE_BINS * blocks : 0;
    if (counters->global_atomic.lanes < n || counted >= n / 4)
        return technique_threads(t, counters);
    return objection(
        "it makes %llu atomic additions in global memory for %lld bytes, and %s%llu in shared "
        "memory, where the bins of a block belong",
        (unsigned long long)counters->global_atomic.lanes, (long long)number(t, "n"),
        uses_shared_memory(counters) ? "counts " : "no access to shared memory; counts ",
        (unsigned long long)counted);
}

/* They wait for each other in shared memory, too, if the lanes of a warp add to one word: as in
 * the task before, once a byte. Lanes with copies of their own, a lane that adds for its warp,
 * and threads that count in registers and merge do not. */
static const char *technique_queues(const struct case_run *t,
                                    const struct simt_counters *counters)
{
    double n = (double)number(t, "n"), turns = (double)counters->shared_atomic.passes;
    if (data_kind(t) != NEARLY_EQUAL || turns <= 0.75 * n)
        return technique_threads(t, counters);
    return objection(
        "for %.0f bytes that are nearly all alike its warps queue %.0f times at a bin in "
        "shared "
        "memory, "
        "as in the tasks before; let each thread count many letters in registers first",
        n, turns);
}

/* Where all letters are alike, additions to one word in global memory wait for each other. Less
 * than one for two bytes is easy, however the bytes are brought together: by a thread, by the
 * votes of a warp, or in shared memory. */
static const char *technique_speed(const struct case_run *t,
                                   const struct simt_counters *counters)
{
    uint64_t atomics = counters->global_atomic.lanes, n = (uint64_t)number(t, "n");
    if (data_kind(t) != NEARLY_EQUAL || 2 * atomics <= n)
        return technique_queues(t, counters);
    return objection(
        "it makes %llu atomic additions in global memory for %llu bytes that are nearly "
        "all alike, and they wait for each other; count in registers or in shared memory first",
        (unsigned long long)atomics, (unsigned long long)n);
}

const struct task tasks[] = {
    {
        .name = "histogram_global",
        .first_step = "TODO 3 clears and launches, TODO 1 and 2 find the bin and count",
        .number_names = "n",
        .cases = global_cases,
        .prepare = prepare_letters,
        .expect = expect_letters,
        .technique = technique_threads,
        .most_loads = most_loads,
        .worked = {3126},
        .report = report_letters,
    },
    {
        .name = "histogram_shared",
        .first_step = "TODO 4, bins in shared memory: clear, count, merge",
        .number_names = "n",
        .cases = letter_cases,
        .prepare = prepare_letters,
        .expect = expect_letters,
        .technique = technique_private_bins,
        .most_loads = most_loads,
        .worked = {3126},
        .report = report_speed,
    },
    {
        .name = "byte_histogram",
        .first_step = "TODO 5, more bins than a block has threads",
        .number_names = "n",
        .cases = byte_cases,
        .prepare = prepare_bytes,
        .expect = expect_bytes,
        .technique = technique_shared_bins,
        .most_loads = most_loads,
        .worked = {3126},
        .report = report_speed,
    },
    {
        .name = "histogram_fast",
        .first_step = "TODO 6 in stretch.cu, letters counted in registers",
        .number_names = "n",
        .cases = fast_cases,
        .prepare = prepare_letters,
        .expect = expect_letters,
        .technique = technique_speed,
        .most_loads = most_loads,
        .report = report_speed,
        .stretch = true,
    },
    {0},
};
