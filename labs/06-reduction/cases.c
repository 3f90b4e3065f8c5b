/* The judge's side of lab 06: inputs, references, rivals and cases. */
#include "lab.h"

#include <limits.h>

enum {
    LARGE = LAB_DATA, /* one sign a row, and sums up to the largest and smallest int */
    HUGE,             /* near the largest int */
    HUGE_NEGATIVE,    /* near the smallest int */
    WIDE,             /* some 25 bits and a sign */
};

/* --- row sums ----------------------------------------------------------------------------- */

static void prepare_rows(struct trial *t)
{
    size_t rows = (size_t)number(t, "rows"), width = (size_t)number(t, "width");
    int *in = add_input(t, "in", INT32, matrix(rows, width));
    for (size_t i = 0; i < rows * width && data_kind(t) == LARGE; i++) {
        int most = INT_MAX / (int)width, value = (int)random_between(t, most - 1000, most);
        in[i] = i / width % 2 ? -value : value;
    }
    for (size_t i = 0; i < rows * width && data_kind(t) == WIDE; i++)
        in[i] = (int)random_between(t, -(1 << 24), 1 << 24);
    add_output(t, "out", INT32, list(rows));
}

/* The input as a kernel finds it: behind its last element lies what judge and runner put
 * there, which is also what an output holds before it is written. */
struct field {
    const int *in;
    size_t rows, width;
    int behind;
};

static int64_t at(const struct field *f, size_t i)
{
    return i < f->rows * f->width ? f->in[i] : f->behind;
}

/* Elements first, first + step, ... below end, counted over the whole field. */
static int64_t sum(const struct field *f, size_t first, size_t end, size_t step)
{
    int64_t total = 0;
    for (size_t i = first; i < end; i += step)
        total += at(f, i);
    return total;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static size_t start(const struct field *f, size_t row)
{
    return row * f->width;
}

/* The first `count` elements of a row, or all if it has fewer. */
static int64_t sum_first(const struct field *f, size_t row, size_t count)
{
    return sum(f, start(f, row), start(f, row) + least(count, f->width), 1);
}

typedef int64_t sum_function(const struct field *f, size_t row);

/* Sums that leave the range of an int come back into it as they do in a kernel. */
static void expect_sums(struct trial *t, sum_function *sum_of)
{
    struct shape shape = shape_of(t, "in");
    struct want out = want(t, "out");
    struct field f = {given(t, "in"), shape.rows, shape.cols, 0};
    f.behind = stray_word();
    for (size_t row = 0; row < f.rows; row++)
        out.exact[row] = (int)(unsigned)sum_of(&f, row);
}

static int64_t right_sum(const struct field *f, size_t row)
{
    return sum_first(f, row, f->width);
}

static void expect_row_sums(struct trial *t)
{
    expect_sums(t, right_sum);
}

/* --- what mistakes with row sums compute ------------------------------------------- */

/* What a tree leaves in place 0 that begins with that stride on the first 2 * stride elements
 * of a row, zeros behind its end, and halves it, rounding down. */
static int64_t tree(const struct field *f, size_t row, size_t stride)
{
    int64_t partial[1024] = {0};
    if (stride > 512)
        return right_sum(f, row);
    for (size_t i = 0; i < least(f->width, 2 * stride); i++)
        partial[i] = at(f, start(f, row) + i);
    for (; stride > 0; stride /= 2)
        for (size_t i = 0; i < stride; i++)
            partial[i] += partial[i + stride];
    return partial[0];
}

/* What the doubling tree leaves if thread t, which has the places from 2 t on, adds where t is
 * a multiple of twice the stride. */
static int64_t tree_of_too_few(const struct field *f, size_t row)
{
    int64_t partial[1024] = {0};
    for (size_t i = 0; i < least(f->width, 1024); i++)
        partial[i] = at(f, start(f, row) + i);
    for (size_t stride = 1; stride < 1024; stride *= 2)
        for (size_t t = 0; t < 512 && 2 * t + stride < 1024; t += 2 * stride)
            partial[2 * t] += partial[2 * t + stride];
    return partial[0];
}

/* The row's last element in place of each that is missing of 1024. */
static int64_t clamped_sum(const struct field *f, size_t row)
{
    if (f->width == 0 || f->width >= 1024)
        return right_sum(f, row);
    return right_sum(f, row) + (int64_t)(1024 - f->width) * at(f, start(f, row + 1) - 1);
}

/* Elements first, first + step * blocks, ...: the stride is that of the whole grid. */
static int64_t grid_strided(const struct field *f, size_t row, size_t block)
{
    int64_t total = 0;
    for (size_t t = 0; t < block; t++)
        for (size_t col = row * block + t; col < f->width; col += block * f->rows)
            total += at(f, start(f, row) + col);
    return total;
}

/* What a halving tree leaves whose block of that many threads is no power of two. */
static int64_t tree_of_block(const struct field *f, size_t row, size_t block)
{
    int64_t partial[1024] = {0};
    for (size_t col = 0; col < f->width; col++)
        partial[col % block] += at(f, start(f, row) + col);
    for (size_t stride = block / 2; stride > 0; stride /= 2)
        for (size_t i = 0; i < stride; i++)
            partial[i] += partial[i + stride];
    return partial[0];
}

/* What the first warp of a block of that many threads has added up. */
static int64_t warp_of_block(const struct field *f, size_t row, size_t block)
{
    int64_t total = 0;
    for (size_t col = 0; col < f->width; col++)
        total += col % block < 32 ? at(f, start(f, row) + col) : 0;
    return total;
}

typedef int64_t block_function(const struct field *f, size_t row, size_t block);

/* Tries the blocks that a row may have: 64, 96, 128, ... and 100, 200, 300, ... threads. */
static void expect_for_some_block(struct trial *t, block_function *sum_of)
{
    struct shape shape = shape_of(t, "in");
    struct field f = {given(t, "in"), shape.rows, shape.cols, stray_word()};
    struct want out = want(t, "out");
    const int *sums = found(t, "out");
    for (size_t block = 64; block <= 1024; block++) {
        size_t row = 0;
        if (block % 32 && block % 100)
            continue;
        while (row < f.rows && sums[row] == (int)(unsigned)sum_of(&f, row, block)) {
            out.exact[row] = sums[row];
            row++;
        }
        if (row == f.rows)
            return;
    }
    does_not_apply(t, "out");
}

static void expect_odd_block(struct trial *t)
{
    expect_for_some_block(t, tree_of_block);
}

static void expect_first_warp(struct trial *t)
{
    expect_for_some_block(t, warp_of_block);
}

/* Defines a rival by the sum of a row. */
#define MISTAKE(name, sum_of_row)                                                              \
    static int64_t name(const struct field *f, size_t row)                                     \
    {                                                                                          \
        return sum_of_row;                                                                     \
    }                                                                                          \
    static void expect_##name(struct trial *t)                                                 \
    {                                                                                          \
        expect_sums(t, name);                                                                  \
    }

MISTAKE(first_row, sum_first(f, 0 * row, f->width))
MISTAKE(column, sum(f, row, f->rows * f->width, f->rows))
MISTAKE(rows_1024_apart, sum(f, row * 1024, row * 1024 + f->width, 1))
MISTAKE(beyond_row, sum(f, start(f, row), start(f, row) + 1024, 1))
MISTAKE(clamped, clamped_sum(f, row))
MISTAKE(even_places, sum(f, start(f, row), start(f, row + 1), 2))
MISTAKE(half_the_threads, tree_of_too_few(f, row))
MISTAKE(odd_stride, tree(f, row, f->width / 2))
MISTAKE(odd_stride_up, tree(f, row, (f->width + 1) / 2))
MISTAKE(first_256, sum_first(f, row, 256))
MISTAKE(first_512, sum_first(f, row, 512))
MISTAKE(first_1024, sum_first(f, row, 1024))
MISTAKE(whole_steps_256, sum_first(f, row, f->width / 256 * 256))
MISTAKE(whole_steps_512, sum_first(f, row, f->width / 512 * 512))
MISTAKE(whole_steps_1024, sum_first(f, row, f->width / 1024 * 1024))
MISTAKE(grid_strided_256, grid_strided(f, row, 256))
MISTAKE(grid_strided_512, grid_strided(f, row, 512))

#define SAYS_FIRST(n)                                                                          \
    "these are the sums of the first " #n " elements of each row only: is the rest loaded, "   \
    "and does the tree have all its steps?"
#define SAYS_WHOLE_STEPS(n)                                                                    \
    "the last width % " #n " elements are missing: the number of steps along the row is "      \
    "rounded down"
#define SAYS_GRID_STRIDE                                                                       \
    "most of a long row is missing: the stride along the row is that of the whole grid, but "  \
    "a row has only one block"
#define SAYS_ODD                                                                               \
    "elements are lost where the tree halves an odd stride: let it begin with a power of "     \
    "two, and put zeros where the row has ended"

// clang-format off
#define RIVAL(name, says) {#name, expect_##name, says, false}

static const struct rival row_rivals[] = {
    RIVAL(first_row, "every row has the first row's sum: where does row r begin?"),
    RIVAL(column, "these are sums down columns: row and column are exchanged in the "
                  "element's address"),
    RIVAL(rows_1024_apart, "this is what rows 1024 elements apart would give: they begin width "
                           "elements apart"),
    RIVAL(beyond_row, "elements of the next row are counted: a load has no guard for rows "
                      "shorter than 1024"),
    RIVAL(clamped, "the row's last element is counted again for each that is missing of 1024: "
                   "what is missing must count as 0"),
    RIVAL(even_places, "every second element is missing: the tree lacks its step of stride 1"),
    RIVAL(half_the_threads, "half of the threads that should add do not: with two places a "
                            "thread, place 2 t is a multiple of 2 * stride where t is one of "
                            "stride"),
    RIVAL(whole_steps_256, SAYS_WHOLE_STEPS(256)),
    RIVAL(whole_steps_512, SAYS_WHOLE_STEPS(512)),
    RIVAL(whole_steps_1024, SAYS_WHOLE_STEPS(1024)),
    RIVAL(first_256, SAYS_FIRST(256)),
    RIVAL(first_512, SAYS_FIRST(512)),
    RIVAL(first_1024, SAYS_FIRST(1024)),
    RIVAL(odd_stride, SAYS_ODD),
    RIVAL(odd_stride_up, SAYS_ODD),
    RIVAL(odd_block, "elements are lost where the tree halves an odd number: a block whose size "
                     "is no power of two needs a tree that begins with one"),
    RIVAL(first_warp, "only the sums of the block's first warp count: those of the other warps "
                      "are to be added, too"),
    RIVAL(grid_strided_256, SAYS_GRID_STRIDE),
    RIVAL(grid_strided_512, SAYS_GRID_STRIDE),
    {0},
};

/* How fast the input was read, which is what a sum costs. */
static void report_rows(const struct trial *t, FILE *out)
{
    double rows = (double)number(t, "rows"), width = (double)number(t, "width");
    fprintf(out, "         %.0f rows of %.0f: %.4f s, %.3g GB/s\n", rows, width, seconds_of(t),
            4e-9 * rows * width / seconds_of(t));
}

/* rows, width. Each asks for one thing more than those before it. */
#define ROW_CASES                                                                            \
    {"full-row", {1, 1024}, SIGNED, "one row: two elements for each of 512 threads", CHECKED, 0},  \
    {"full-rows", {5, 1024}, SIGNED, "several rows of 1024", COUNTED, 0},                          \
    {"partial", {5, 1000}, SIGNED, "some threads have no second element", CHECKED, 0},             \
    {"less", {5, 1023}, SIGNED, "one element less than the threads take", 0, 0},             \
    {"more-than-half", {5, 513}, SIGNED, "one thread has a second element", 0, 0},           \
    {"half", {5, 512}, SIGNED, "no thread has a second element", 0, 0},                      \
    {"less-than-half", {5, 511}, SIGNED, "one thread has no element at all", CHECKED, 0},          \
    {"narrow", {40, 21}, SIGNED, "rows shorter than a warp", 0, 0},                          \
    {"single", {9, 1}, SIGNED, "rows of a single element", 0, 0},                            \
    {"one", {1, 1}, SIGNED, "one row of one element", 0, 0},                                 \
    {"square", {40, 40}, SIGNED, "as many rows as columns", 0, 0},                           \
    {"indexed", {20, 300}, INDEXED, "each element counts differently", 0, 0},                \
    {"equal", {10, 700}, EQUAL, "all elements alike: the sum counts them", 0, 0},            \
    {"large", {6, 1024}, LARGE, "sums up to the largest and the smallest int", 0, 0},        \
    {"many-rows", {1300, 3}, SIGNED, "more rows than most grids have blocks", 0, 0},         \
    {"text", {1024, 1024}, SIGNED, "as many rows as elements in a row", MEASURED | ONCE, 20},  \
    {"no-columns", {5, 0}, UNIFORM, "rows without elements have the sum 0", NO_KERNEL, 0},   \
    {"no-rows", {0, 5}, UNIFORM, "nothing to do, and no error left behind", 0, 0}

// clang-format on

/* How many threads of a warp load together on average: of the counted case's 5 rows, a thread
 * a row would have 5, and one thread for all 1. */
static const char *technique_whole_warps(const struct trial *t,
                                         const struct simt_counters *counters)
{
    enum { LEAST = 16 };
    static char text[200];
    const struct simt_global_traffic *load = &counters->global_load;
    double lanes = (double)load->lanes / (double)load->requests;
    (void)t;
    if (lanes >= LEAST)
        return NULL;
    snprintf(text, sizeof text,
             "%.1f threads of a warp load together; where the threads of a block share out the "
             "elements, neighbours by neighbours, it is all 32",
             lanes);
    return text;
}

/* What warps have added up may be added by atomics, of which there are 32 a row then. */
static const char *technique_few_atomics(const struct trial *t,
                                         const struct simt_counters *counters)
{
    enum { BUDGET = 64 };
    static char text[200];
    uint64_t atomics = counters->global_atomic.lanes + counters->shared_atomic.lanes;
    double a_row = (double)atomics / (double)number(t, "rows");
    if (a_row <= BUDGET)
        return technique_whole_warps(t, counters);
    snprintf(text, sizeof text,
             "it makes %.0f atomic additions a row, which wait for each other; a tree needs "
             "none, and %d may be",
             a_row, BUDGET);
    return text;
}

/* A tree's steps read shared memory 72 times a row, by a warp each time, with strides that
 * halve; 222 times with strides that double, and 382 if each place asks whether it is added to.
 * One thread that adds up a row reads 1024 times. */
static const char *technique_tree(const struct trial *t, const struct simt_counters *counters)
{
    enum { BUDGET = 512 };
    static char text[256];
    double a_row = (double)counters->shared_load.requests / (double)number(t, "rows");
    if (a_row <= BUDGET)
        return technique_few_atomics(t, counters);
    snprintf(text, sizeof text,
             "its warps read shared memory %.0f times a row, as where one thread adds alone "
             "what all have loaded; in a tree, where each step halves what is left to add, it "
             "is %d times at most",
             a_row, BUDGET);
    return text;
}

/* Threads that are neighbours and yet add at strides that double read places in few banks: they
 * wait for each other some 300 times a row. At strides that halve they never do, and 32 times
 * where the first step adds pairs of neighbours. */
static const char *technique_halving(const struct trial *t,
                                     const struct simt_counters *counters)
{
    enum { BUDGET = 128 };
    static char text[256];
    double a_row = (double)counters->shared_load.conflicts / (double)number(t, "rows");
    if (a_row <= BUDGET)
        return technique_tree(t, counters);
    snprintf(text, sizeof text,
             "lanes wait %.0f times a row for others that read the same bank of shared memory, "
             "as with strides that double; with strides that halve, neighbours read "
             "neighbouring places, and need not wait",
             a_row);
    return text;
}

/* Warps whose lanes part at a branch. A tree with strides that double parts nearly every warp
 * that has lanes left to add, 95 of them for 512 threads; with strides that halve it parts one
 * warp in each of the last five steps. What lies between is left to loads, stores and to trees
 * of each warp for itself: 16 or 32 warps that part once to store their sums. */
static const char *technique_neighbours(const struct trial *t,
                                        const struct simt_counters *counters)
{
    enum { BUDGET = 48 };
    static char text[200];
    double a_row = (double)counters->divergent_branches / (double)number(t, "rows");
    if (a_row <= BUDGET)
        return technique_halving(t, counters);
    snprintf(
        text, sizeof text,
        "the lanes of a warp part at a branch %.0f times a row; where the threads that add "
        "are neighbours, whole warps work or are done: %d times at most",
        a_row, BUDGET);
    return text;
}

// clang-format off
static const struct test_case short_row_cases[] = {ROW_CASES, {0}};

static const struct test_case row_cases[] = {
    ROW_CASES,
    {"longer", {3, 1025}, SIGNED, "one element more than the first two tasks take", 0, 0},
    {"two-rounds", {3, 2048}, SIGNED, "a multiple of every usual block", 0, 0},
    {"ragged", {3, 5003}, SIGNED, "several steps along the row, the last a partial one", CHECKED, 0},
    {"long-row", {1, 200003}, SIGNED, "one long row", 0, 0},
    {"long-large", {2, 30000}, LARGE, "long rows with sums up to the largest int", 0, 0},
    {"wide-numbers", {3, 5003}, WIDE, "a few elements have more digits than a float", 0, 0},
    {"high-grid", {66001, 3}, SIGNED, "more rows than a grid may be high", ONCE, 20},
    {0},
};
// clang-format on

/* --- sum_fast ----------------------------------------------------------------------------- */

static void prepare_sum(struct trial *t)
{
    size_t n = (size_t)number(t, "n");
    int *in = add_input(t, "in", INT32, list(n));
    for (size_t i = 0; i < n && data_kind(t) == HUGE; i++)
        in[i] = INT_MAX - (int)random_between(t, 0, 1000);
    for (size_t i = 0; i < n && data_kind(t) == HUGE_NEGATIVE; i++)
        in[i] = INT_MIN + (int)random_between(t, 0, 1000);
    add_output(t, "sum", INT64, list(n ? 1 : 0));
}

static void expect_sum(struct trial *t)
{
    const int *in = given(t, "in");
    int64_t total = 0;
    for (size_t i = 0, n = (size_t)number(t, "n"); i < n; i++)
        total += in[i];
    if (number(t, "n"))
        want(t, "sum").exact[0] = total;
}

/* Where every element is 3, the sum tells how many were counted: the rival is whatever was
 * found, if it is 3 times a number from `low` to `high`. */
static void expect_count(struct trial *t, int64_t low, int64_t high)
{
    int64_t counted = data_kind(t) == EQUAL ? *(const int64_t *)found(t, "sum") : -1;
    if (counted % 3 || counted < 3 * low || counted > 3 * high)
        return does_not_apply(t, "sum");
    want(t, "sum").exact[0] = counted;
}

static void expect_fewer(struct trial *t)
{
    expect_count(t, 0, number(t, "n") - 1);
}

static void expect_more(struct trial *t)
{
    expect_count(t, number(t, "n") + 1, 4096 * number(t, "n"));
}

static const struct rival sum_rivals[] = {
    RIVAL(fewer, "elements are missing from the sum: is only one block's part used, a share "
                 "rounded down, or a grid limited that does not go on after its first step?"),
    RIVAL(more, "elements are counted more than once: do the threads' shares overlap, or is "
                "a block's sum added by more than one thread?"),
    {0},
};

/* Half as many atomic additions as elements leave room for a few elements a thread. */
static const char *technique_shares(const struct trial *t, const struct simt_counters *counters)
{
    static char text[200];
    uint64_t atomics = counters->global_atomic.lanes + counters->shared_atomic.lanes;
    int64_t n = number(t, "n");
    if (2 * atomics <= (uint64_t)n)
        return technique_whole_warps(t, counters);
    snprintf(text, sizeof text,
             "it makes %llu atomic additions for %lld elements, and they wait for each other: "
             "let each thread first add up a share, and each block its threads' sums",
             (unsigned long long)atomics, (long long)n);
    return text;
}

static const struct test_case sum_cases[] = {
    /* n */
    {"one-block", {256}, EQUAL, "no more than a block of the usual sizes", CHECKED, 0},
    {"less", {255}, EQUAL, "one less than a multiple of the usual blocks", 0, 0},
    {"more", {1025}, EQUAL, "one more than the largest block", CHECKED, 0},
    {"ragged", {100003}, EQUAL, "many blocks with a ragged end", CHECKED | COUNTED, 0},
    {"large", {(1 << 20) + 77}, EQUAL, "more elements than most grids have threads", 0, 0},
    {"one", {1}, SIGNED, "a single element", 0, 0},
    {"signed", {50021}, SIGNED, "both signs", 0, 0},
    {"indexed", {100003}, INDEXED, "each element counts differently; 33 bits", 0, 0},
    {"overflow", {2}, HUGE, "two elements whose sum is no int", 0, 0},
    {"huge", {70001}, HUGE, "the sum has 47 bits", 0, 0},
    {"huge-negative", {70001}, HUGE_NEGATIVE, "the same, negative", 0, 0},
    {"largest", {(1 << 22) + 77}, EQUAL, "more elements than any grid has threads", ONCE, 0},
    {"empty", {0}, UNIFORM, "nothing to do, and no error left behind", 0, 0},
    {0},
};

/* --- the lab ------------------------------------------------------------------------------ */

const struct task tasks[] = {
    {
        .name = "row_sums_interleaved",
        .first_step = "TODO 3 launches the kernel, TODO 1 and 2 load a row and add it up",
        .number_names = "rows width",
        .cases = short_row_cases,
        .prepare = prepare_rows,
        .expect = expect_row_sums,
        .rivals = row_rivals,
        .technique = technique_tree,
        .report = report_rows,
    },
    {
        .name = "row_sums_sequential",
        .first_step = "TODO 4, the same with strides that halve",
        .number_names = "rows width",
        .cases = short_row_cases,
        .prepare = prepare_rows,
        .expect = expect_row_sums,
        .rivals = row_rivals,
        .technique = technique_neighbours,
        .report = report_rows,
    },
    {
        .name = "row_sums",
        .first_step = "TODO 5, a sum in a register before the tree",
        .number_names = "rows width",
        .cases = row_cases,
        .prepare = prepare_rows,
        .expect = expect_row_sums,
        .rivals = row_rivals,
        .technique = technique_whole_warps,
        .report = report_rows,
    },
    {
        .name = "sum_fast",
        .first_step = "TODO 6 in stretch.cu, one sum over many blocks",
        .number_names = "n",
        .cases = sum_cases,
        .prepare = prepare_sum,
        .expect = expect_sum,
        .rivals = sum_rivals,
        .technique = technique_shares,
        .stretch = true,
    },
    {0},
};
