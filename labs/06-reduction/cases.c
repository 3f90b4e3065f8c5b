/* The judge's side of lab 06: inputs, references, cases and techniques. */
#include "rows.h"

#include <limits.h>

enum {
    LARGE = LAB_DATA, /* one sign a row, and sums up to the largest and smallest int */
    HUGE,             /* near the largest int */
    HUGE_NEGATIVE,    /* near the smallest int */
    WIDE,             /* some 25 bits and a sign */
};

/* --- row sums ----------------------------------------------------------------------------- */

static void prepare_rows(struct case_run *t)
{
    size_t rows = count_of(t, "rows"), width = count_of(t, "width");
    int *in = add_input(t, "in", INT32, matrix(rows, width));
    for (size_t i = 0; i < rows * width && data_kind(t) == LARGE; i++) {
        int most = INT_MAX / (int)width, value = (int)random_between(t, most - 1000, most);
        value -= i % 64 == 1 ? 1 << 16 : 0; /* so that no power of two is what all have lost */
        in[i] = i / width % 2 ? -value : value;
    }
    for (size_t i = 0; i < rows * width && data_kind(t) == WIDE; i++)
        in[i] = (int)random_between(t, -(1 << 24), 1 << 24);
    add_output(t, "out", INT32, list(rows));
}

static void expect_row_sums(struct case_run *t)
{
    EACH_SUM(sum_first(f, row, f->width));
}

/* How fast the input was read, which is what a sum costs. */
static void report_rows(const struct case_run *t, FILE *out)
{
    double rows = (double)number(t, "rows"), width = (double)number(t, "width");
    fprintf(out, "         %.0f rows of %.0f: %.4f s, %.3g GB/s\n", rows, width, seconds_of(t),
            4e-9 * rows * width / seconds_of(t));
}

// clang-format off
/* rows, width: a tile of that width is full, or lacks an element, or has one too few. */
#define ROWS_AROUND(tile)                                                                      \
    CASE("full-" #tile, SIGNED, "rows of " #tile, .numbers = {3, tile}),                       \
    CASE("less-than-" #tile, SIGNED, "an element less than " #tile, .numbers = {3, tile - 1}), \
    CASE("more-than-" #tile, SIGNED, "an element more than " #tile, .numbers = {3, tile + 1})

/* What loads four elements at once must ask of the array whether it may. */
#define ROWS_WITHIN(width)                                                                     \
    CASE("input-within", SIGNED, "the input begins within a larger array",                     \
         .numbers = {3, width}, .begins = {1, 0}, .flags = WATCHED),                           \
    CASE("output-within", SIGNED, "the output begins within a larger array",                   \
         .numbers = {4, width}, .begins = {0, 1}, .flags = WATCHED),                           \
    CASE("both-within", SIGNED, "both begin in the midst of four elements",                    \
         .numbers = {4, width}, .begins = {2, 2}, .flags = WATCHED)

/* rows, width. Each asks for one thing more than those before it. `again` are so many rows that
 * a block has several of them, each of `few` elements. */
#define ROW_CASES(again, few)                                                                  \
    CASE("full-row", SIGNED, "one row: two elements for each of 512 threads",                  \
         .numbers = {1, 1024}, .flags = CHECKED),                                              \
    CASE("full-rows", SIGNED, "several rows of 1024", .numbers = {5, 1024}, .flags = COUNTED), \
    CASE("partial", SIGNED, "some threads have no second element",                             \
         .numbers = {5, 1000}, .flags = CHECKED),                                              \
    CASE("less", SIGNED, "one element less than the threads take", .numbers = {5, 1023}),      \
    CASE("more-than-half", SIGNED, "one thread has a second element", .numbers = {5, 513}),    \
    CASE("half", SIGNED, "no thread has a second element", .numbers = {5, 512}),               \
    CASE("less-than-half", SIGNED, "one thread has no element at all",                         \
         .numbers = {5, 511}, .flags = CHECKED),                                               \
    ROWS_AROUND(256),                                                                          \
    ROWS_AROUND(128),                                                                          \
    ROWS_AROUND(64),                                                                           \
    ROWS_AROUND(32),                                                                           \
    ROWS_AROUND(16),                                                                           \
    CASE("narrow", SIGNED, "rows shorter than a warp", .numbers = {40, 21}),                   \
    CASE("single", SIGNED, "rows of a single element", .numbers = {9, 1}),                     \
    CASE("one", SIGNED, "one row of one element", .numbers = {1, 1}),                          \
    CASE("square", SIGNED, "as many rows as columns", .numbers = {40, 40}),                    \
    CASE("indexed", INDEXED, "each element counts differently", .numbers = {20, 300}),         \
    CASE("equal", EQUAL, "all elements alike: the sum counts them", .numbers = {10, 700}),     \
    CASE("large", LARGE, "sums up to the largest and the smallest int", .numbers = {6, 1024}), \
    CASE("rows-again", SIGNED, "more rows than many grids have blocks",                        \
         .numbers = {again, few}, .flags = WATCHED | COUNTED | ONCE),                          \
    CASE("many-rows", SIGNED, "more rows than most grids have blocks",                         \
         .numbers = {1300, 3}, .flags = ONCE),                                                 \
    CASE("text", SIGNED, "as many rows as elements in a row",                                  \
         .numbers = {1024, 1024}, .flags = MEASURED | ONCE, .seconds = 20),                    \
    CASE("no-columns", UNIFORM, "rows without elements have the sum 0",                        \
         .numbers = {5, 0}, .flags = NO_KERNEL),                                               \
    CASE("no-rows", UNIFORM, "nothing to do, and no error left behind", .numbers = {0, 5})
/* More rows than a float counts, and than 65535 blocks in y hold, of 256 rows each. As a float
 * their number lacks two, and a multiple of any usual block is left. */
#define FAR_ROWS                                                                               \
    CASE("beyond-24-bits", SIGNED, "more rows than a float counts", .numbers = {34, 2},        \
         .wide = {{"rows", 33554434}}, .nearer = 66001, .flags = SAMPLED | WATCHED,            \
         .seconds = 1)
// clang-format on

/* How many threads of a warp load together on average: of the counted case's 5 rows, a thread
 * a row would have 5, and one thread for all 1. */
static const char *technique_whole_warps(const struct case_run *t,
                                         const struct simt_counters *counters)
{
    enum { LEAST = 16 };
    double lanes = lanes_together(counters);
    (void)t;
    if (lanes >= LEAST)
        return NULL;
    return objection(
        "%.1f threads of a warp load together; where the threads of a block share out the "
        "elements, neighbours by neighbours, it is all 32",
        lanes);
}

/* What warps have added up may be added by atomics, of which there are 32 a row then. */
static const char *technique_few_atomics(const struct case_run *t,
                                         const struct simt_counters *counters)
{
    enum { BUDGET = 64 };
    uint64_t atomics = counters->global_atomic.lanes + counters->shared_atomic.lanes;
    double a_row = (double)atomics / (double)number(t, "rows");
    if (a_row <= BUDGET)
        return technique_whole_warps(t, counters);
    return objection(
        "it makes %.0f atomic additions a row, which wait for each other; a tree needs "
        "none, and %d may be",
        a_row, BUDGET);
}

/* A tree's steps read shared memory 72 times a row, by a warp each time, with strides that
 * halve; 222 times with strides that double, and 382 if each place asks whether it is added to.
 * One thread that adds up a row reads 1024 times, or 512 where all have added two elements
 * each; of a warp it reads alone, and in any tree it is 9 lanes together and more. */
static const char *technique_tree(const struct case_run *t,
                                  const struct simt_counters *counters)
{
    enum { BUDGET = 512, BUDGET_ALONE = 96, LEAST_LANES = 3 };
    const struct simt_shared_traffic *load = &counters->shared_load;
    double a_row = (double)load->requests / (double)number(t, "rows");
    bool alone = a_row > BUDGET_ALONE && load->lanes < LEAST_LANES * load->requests;
    if (a_row <= BUDGET && !alone)
        return technique_few_atomics(t, counters);
    return objection(
        "its warps read shared memory %.0f times a row, as where one thread adds alone "
        "what all have loaded; in a tree, where each step halves what is left to add, it "
        "is %d times at most",
        a_row, alone ? BUDGET_ALONE : BUDGET);
}

/* Threads that are neighbours and yet add at strides that double read places in few banks: they
 * wait for each other some 300 times a row. At strides that halve they never do, and 32 times
 * where the first step adds pairs of neighbours. */
static const char *technique_halving(const struct case_run *t,
                                     const struct simt_counters *counters)
{
    enum { BUDGET = 128 };
    double a_row = (double)counters->shared_load.conflicts / (double)number(t, "rows");
    if (a_row <= BUDGET)
        return technique_tree(t, counters);
    return objection(
        "lanes wait %.0f times a row for others that read the same bank of shared memory, "
        "as with strides that double; with strides that halve, neighbours read "
        "neighbouring places, and need not wait",
        a_row);
}

/* Warps whose lanes part at a branch. A tree with strides that double parts nearly every warp
 * that has lanes left to add, 95 of them for 512 threads; with strides that halve it parts one
 * warp in each of the last five steps. What lies between is left to loads, stores and to trees
 * of each warp for itself: 16 or 32 warps that part once to store their sums. */
static const char *technique_neighbours(const struct case_run *t,
                                        const struct simt_counters *counters)
{
    enum { BUDGET = 48 };
    double a_row = (double)counters->divergent_branches / (double)number(t, "rows");
    if (a_row <= BUDGET)
        return technique_halving(t, counters);
    return objection(
        "the lanes of a warp part at a branch %.0f times a row; where the threads that add "
        "are neighbours, whole warps work or are done: %d times at most",
        a_row, BUDGET);
}

/* One block for all of many rows. */
static const char *one_block(const struct case_run *t, const struct simt_counters *counters)
{
    double elements = (double)elements_of(t, "in"), most = (double)counters->busiest_block / 4;
    if (most <= 0.75 * elements)
        return objection_to_turns(t, counters);
    return objection(
        "one block reads %.0f of %.0f elements, while the others wait, or there are "
        "none: share them out over many blocks",
        most < elements ? most : elements, elements);
}

static bool has_many_rows(const struct case_run *t)
{
    return number(t, "rows") > 100;
}

/* Strides that double part warps, or lead neighbours to few banks. A tree in shared memory of
 * which neither can be seen has strides that halve; two elements that lie side by side and are
 * stored by one thread make 32 conflicts a row. It reads each element and each sum, with a
 * barrier a step; where shuffles add within warps, little but elements is read there. */
static const char *technique_doubling(const struct case_run *t,
                                      const struct simt_counters *counters)
{
    enum { LEAST_PARTINGS = 48, LEAST_CONFLICTS = 64 };
    double rows = (double)number(t, "rows"), parted = (double)counters->divergent_branches;
    double conflicts =
        (double)(counters->shared_load.conflicts + counters->shared_store.conflicts);
    double loads = (double)counters->shared_load.lanes / (double)elements_of(t, "in");
    double barriers = (double)counters->barriers / rows;
    bool in_shared_memory = (loads > 1.25 && barriers >= 4) || (loads > 0.75 && barriers >= 8);
    if (has_many_rows(t))
        return one_block(t, counters);
    if (!in_shared_memory || parted > LEAST_PARTINGS * rows ||
        conflicts > LEAST_CONFLICTS * rows)
        return technique_tree(t, counters);
    return objection(
        "lanes wait for another's bank %.0f times a row, and those of a warp part %.0f "
        "times, as with strides that halve, which are the next task: here they "
        "double, from neighbours on",
        conflicts / rows, parted / rows);
}

/* Each element once, by whole warps, is a 32nd of them. */
static uint64_t most_loads(const struct case_run *t)
{
    return words_given(t) / 8;
}

static uint64_t most_loads_of_rows(const struct case_run *t)
{
    return has_many_rows(t) ? 0 : most_loads(t);
}

static const char *technique_sequential(const struct case_run *t,
                                        const struct simt_counters *counters)
{
    return (has_many_rows(t) ? one_block : technique_neighbours)(t, counters);
}

static const char *technique_rows(const struct case_run *t,
                                  const struct simt_counters *counters)
{
    return (has_many_rows(t) ? one_block : technique_whole_warps)(t, counters);
}

// clang-format off
static const struct test_case short_row_cases[] = {
    ROW_CASES(150, 3),
    ROWS_WITHIN(1024),
    CASE("high-grid", SIGNED, "more rows than a grid may be high",
         .numbers = {66001, 3}, .flags = ONCE | SAMPLED, .seconds = 60),
    CASE("beyond-31-bits", SIGNED, "more elements than an int counts", .numbers = {34, 1000},
         .wide = {{"rows", 2200003}}),
    CASE("beyond-32-bits", SIGNED, "more elements than 32 bits count", .numbers = {34, 1000},
         .wide = {{"rows", 4400003}}),
    FAR_ROWS,
    {0},
};

static const struct test_case row_cases[] = {
    /* With few columns a thread is soon done. 23100 elements are more than 1024 threads take,
     * 16 each, so that who gives a block elements, and not rows, has several. */
    ROW_CASES(2100, 11),
    CASE("longer", SIGNED, "one element more than the first two tasks take",
         .numbers = {3, 1025}),
    CASE("two-rounds", SIGNED, "a multiple of every usual block", .numbers = {3, 2048}),
    CASE("ragged", SIGNED, "several steps along the row, the last a partial one",
         .numbers = {3, 5003}, .flags = CHECKED),
    CASE("whole-rounds", SIGNED, "several steps along the row, all of them whole",
         .numbers = {2, 6144}, .flags = WATCHED),
    ROWS_WITHIN(4096),
    CASE("long-row", SIGNED, "one long row", .numbers = {1, 200003}),
    CASE("long-large", LARGE, "long rows with sums up to the largest int",
         .numbers = {2, 30000}),
    CASE("wide-numbers", WIDE, "a few elements have more digits than a float",
         .numbers = {3, 5003}),
    CASE("high-grid", SIGNED, "more rows than a grid may be high",
         .numbers = {66001, 3}, .flags = ONCE | SAMPLED, .seconds = 20),
    CASE("beyond-31-bits", SIGNED, "more elements than an int counts", .numbers = {34, 1039},
         .wide = {{"rows", 2200003}}),
    CASE("beyond-32-bits", SIGNED, "more elements than 32 bits count", .numbers = {34, 1039},
         .wide = {{"rows", 4400003}}),
    FAR_ROWS,
    {0},
};
// clang-format on

/* --- sum_fast ----------------------------------------------------------------------------- */

static void prepare_sum(struct case_run *t)
{
    size_t n = count_of(t, "n");
    int *in = add_input(t, "in", INT32, list(n));
    const size_t first = data_kind(t) == HUGE ? (size_t)random_between(t, 0, 1000) : 0;
    for (size_t i = 0; i < n && data_kind(t) == HUGE; i++)
        in[i] = INT_MAX - (int)((first + 101 * i) % 1001); /* millions: drawn ones take long */
    for (size_t i = 0; i < n && data_kind(t) == HUGE_NEGATIVE; i++)
        in[i] = INT_MIN + (int)random_between(t, 0, 1000);
    add_output(t, "sum", INT64, list(n ? 1 : 0));
}

static void expect_sum(struct case_run *t)
{
    const int *in = given(t, "in");
    int64_t total = 0;
    for (size_t i = 0, n = count_of(t, "n"); i < n; i++)
        total += in[i];
    if (number(t, "n"))
        want(t, "sum").exact[0] = total;
}

/* Half as many atomic additions as elements leave room for a few elements a thread. */
static const char *technique_shares(const struct case_run *t,
                                    const struct simt_counters *counters)
{
    enum { MOST_OF_A_THREAD = 64 };
    uint64_t atomics = counters->global_atomic.lanes + counters->shared_atomic.lanes;
    int64_t n = number(t, "n");
    const char *few = objection_to_few(t, counters, (size_t)n, MOST_OF_A_THREAD, false);
    const char *lanes = few ? few : technique_whole_warps(t, counters);
    if (2 * atomics <= (uint64_t)n)
        return lanes ? lanes : one_block(t, counters);
    return objection(
        "it makes %llu atomic additions for %lld elements, and they wait for each other: "
        "let each thread first add up a share, and each block its threads' sums",
        (unsigned long long)atomics, (long long)n);
}

static const struct test_case sum_cases[] = {
    /* n */
    CASE("one-block", EQUAL, "no more than a block of the usual sizes", .numbers = {256},
         .flags = CHECKED),
    CASE("less", EQUAL, "one less than a multiple of the usual blocks", .numbers = {255}),
    CASE("more", EQUAL, "one more than the largest block", .numbers = {1025}, .flags = CHECKED),
    CASE("ragged", EQUAL, "many blocks with a ragged end", .numbers = {100003},
         .flags = WATCHED | COUNTED),
    CASE("several-blocks", EQUAL, "several blocks with a ragged end", .numbers = {35003},
         .flags = CHECKED),
    CASE("whole-blocks", EQUAL, "several blocks, all of them whole", .numbers = {98304},
         .flags = WATCHED),
    CASE("input-within", SIGNED, "the input begins within a larger array", .numbers = {20000},
         .begins = {1, 0}, .flags = WATCHED),
    CASE("sum-within", SIGNED, "the sum is the second of an array", .numbers = {20000},
         .begins = {0, 1}, .flags = WATCHED),
    CASE("both-within", SIGNED, "both begin in the midst of larger arrays", .numbers = {20003},
         .begins = {2, 3}, .flags = WATCHED),
    CASE("large", EQUAL, "more elements than most grids have threads; 12 x 3 x 5 x 7 x 1024",
         .numbers = {1290240}, .counts_elements = 1),
    CASE("one", SIGNED, "a single element", .numbers = {1}, .begins = {1, 0}),
    CASE("signed", SIGNED, "both signs", .numbers = {100003}, .flags = WATCHED | COUNTED),
    CASE("indexed", INDEXED, "each element counts differently; 33 bits", .numbers = {100003}),
    CASE("overflow", HUGE, "two elements whose sum is no int", .numbers = {2},
         .begins = {2, 0}),
    CASE("huge", HUGE, "the sum has 47 bits", .numbers = {70001}),
    CASE("huge-negative", HUGE_NEGATIVE, "the same, negative", .numbers = {70001}),
    CASE("largest", HUGE,
         "more elements than any grid has threads, or a float counts, and no two whose sum is "
         "an int",
         .numbers = {(1 << 24) + (1 << 16) + 1}, .flags = ONCE),
    CASE("empty", UNIFORM, "nothing to do, and no error left behind", .numbers = {0}),
    CASE("beyond-31-bits", SIGNED, "more elements than an int counts", .numbers = {34},
         .flags = REACH, .wide = {{"n", 2300000003}}),
    CASE("beyond-32-bits", SIGNED, "more elements than 32 bits count", .numbers = {34},
         .flags = REACH, .wide = {{"n", 4300000003}}),
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
        .technique = technique_doubling,
        .least_shares = 16,
        .most_loads = most_loads_of_rows,
        .worked = {645},
        .report = report_rows,
    },
    {
        .name = "row_sums_sequential",
        .first_step = "TODO 4, the same with strides that halve",
        .number_names = "rows width",
        .cases = short_row_cases,
        .prepare = prepare_rows,
        .expect = expect_row_sums,
        .technique = technique_sequential,
        .least_shares = 16,
        .most_loads = most_loads_of_rows,
        .worked = {645, 705},
        .report = report_rows,
    },
    {
        .name = "row_sums",
        .first_step = "TODO 5, a sum in a register before the tree",
        .number_names = "rows width",
        .cases = row_cases,
        .prepare = prepare_rows,
        .expect = expect_row_sums,
        .technique = technique_rows,
        .least_shares = 16,
        .most_loads = most_loads_of_rows,
        .worked = {645},
        .report = report_rows,
    },
    {
        .name = "sum_fast",
        .first_step = "TODO 6 in stretch.cu, one sum over many blocks",
        .number_names = "n",
        .cases = sum_cases,
        .prepare = prepare_sum,
        .expect = expect_sum,
        .technique = technique_shares,
        .least_shares = 16,
        .most_loads = most_loads,
        .stretch = true,
    },
    {0},
};
