/* The judge's side of lab 07: inputs, references, cases and techniques. */
#include "rows.h"

#include <limits.h>

enum {
    ONES = LAB_DATA, /* whose prefix sums count */
    LARGE,           /* sums up to the largest int, every other row the smallest */
    LARGE_FIELD,     /* sums up to the largest int in the last element of all */
};

/* --- inputs ------------------------------------------------------------------------------- */

static void fill(struct case_run *t, int *in, size_t rows, size_t width)
{
    for (size_t i = 0; i < rows * width; i++) {
        int64_t most = INT_MAX / (int64_t)(data_kind(t) == LARGE ? width : rows * width);
        if (data_kind(t) == ONES)
            in[i] = 1;
        else if (data_kind(t) == LARGE_FIELD)
            in[i] = (int)(most - (i % 3 == 1)); /* so that no power of two divides totals */
        else if (data_kind(t) == LARGE)
            in[i] = (int)(i / width % 2 ? -most : most);
    }
}

static void prepare_rows(struct case_run *t)
{
    size_t rows = count_of(t, "rows"), width = count_of(t, "width");
    fill(t, add_input(t, "in", INT32, matrix(rows, width)), rows, width);
    add_output(t, "out", INT32, matrix(rows, width));
}

static void prepare_list(struct case_run *t)
{
    size_t n = count_of(t, "n");
    fill(t, add_input(t, "in", INT32, list(n)), 1, n);
    add_output(t, "out", INT32, list(n));
}

/* --- references --------------------------------------------------------------------------- */

static void expect_scanned_rows(struct case_run *t)
{
    EACH_ROW(scan(ROW));
}

static void expect_scanned_field(struct case_run *t)
{
    EACH_ROW(scan(ROW));
    scan_columns(t, shape_of(t, "out").rows);
}

/* --- rows --------------------------------------------------------------------------------- */

// clang-format off
/* rows, width: a tile of that width is full, or lacks an element, or has one too few. */
#define ROWS_AROUND(tile)                                                                      \
    CASE("full-" #tile, SIGNED, "rows of " #tile, .numbers = {3, tile}),                       \
    CASE("less-than-" #tile, SIGNED, "an element less than " #tile, .numbers = {3, tile - 1}), \
    CASE("more-than-" #tile, SIGNED, "an element more than " #tile, .numbers = {3, tile + 1})
// clang-format on

/* What loads or stores four elements at once must ask of both arrays whether it may. */
#define BEGINS(...)                                                                            \
    CASE("input-within", SIGNED, "the input begins within a larger array", .begins = {1, 0},   \
         .numbers = __VA_ARGS__, .flags = WATCHED),                                            \
        CASE("output-within", SIGNED, "the output begins within a larger array",               \
             .begins = {0, 1}, .numbers = __VA_ARGS__, .flags = WATCHED),                      \
        CASE("both-within", SIGNED, "both begin in the midst of four elements",                \
             .begins = {2, 2}, .numbers = __VA_ARGS__, .flags = WATCHED)

/* rows, width. Each asks for one thing more than those before it. */
static const struct test_case row_cases[] = {
    CASE("full-row", SIGNED, "one row of the greatest width", .numbers = {1, 1024},
         .flags = CHECKED),
    CASE("full-rows", SIGNED, "several rows of 1024", .numbers = {5, 1024}, .flags = COUNTED),
    CASE("partial", SIGNED, "a width that is no power of two", .numbers = {5, 1000},
         .flags = CHECKED),
    CASE("less", SIGNED, "one element less than the greatest width", .numbers = {5, 1023}),
    CASE("more-than-half", SIGNED, "one element more than 512 threads", .numbers = {5, 513}),
    CASE("half", SIGNED, "as many elements as 512 threads", .numbers = {5, 512}),
    CASE("less-than-half", SIGNED, "one element less than 512 threads", .numbers = {5, 511}),
    ROWS_AROUND(256),
    ROWS_AROUND(128),
    ROWS_AROUND(64),
    ROWS_AROUND(32),
    ROWS_AROUND(16),
    CASE("narrow", SIGNED, "rows shorter than a warp", .numbers = {10, 21}, .flags = CHECKED),
    CASE("single", SIGNED, "rows of a single element", .numbers = {9, 1}),
    CASE("one", SIGNED, "one row of one element", .numbers = {1, 1}),
    CASE("square", SIGNED, "as many rows as columns", .numbers = {20, 20}, .flags = CHECKED),
    CASE("indexed", INDEXED, "each element counts differently", .numbers = {20, 300}),
    CASE("equal", EQUAL, "all elements alike: the sums count them", .numbers = {10, 700}),
    CASE("large", LARGE, "sums up to the largest and the smallest int", .numbers = {6, 1024}),
    BEGINS({2, 1024}),
    CASE("rows-again", SIGNED, "more rows than some grids have blocks", .numbers = {150, 3},
         .flags = WATCHED | COUNTED | ONCE),
    CASE("many-rows", SIGNED, "more rows than most grids have blocks", .numbers = {1300, 3},
         .flags = ONCE, .seconds = 20),
    CASE("high-grid", SIGNED, "more rows than a grid may be high", .numbers = {66001, 3},
         .flags = ONCE | SAMPLED, .seconds = 60),
    CASE("beyond-31-bits", SIGNED, "more elements than an int counts", .numbers = {34, 1000},
         .wide = {{"rows", 2200003}}),
    CASE("beyond-32-bits", SIGNED, "more elements than 32 bits count", .numbers = {34, 1000},
         .wide = {{"rows", 4400003}}),
    CASE("beyond-24-bits", SIGNED, "more rows than a float counts", .numbers = {34, 2},
         .wide = {{"rows", 33554434}}, .nearer = 66001, .flags = SAMPLED | WATCHED,
         .seconds = 1),
    CASE("text", SIGNED, "as many rows as elements in a row", .numbers = {1024, 1024},
         .flags = MEASURED | ONCE | SAMPLED, .seconds = 20),
    CASE("no-columns", UNIFORM, "nothing to do, and no error left behind", .numbers = {5, 0}),
    CASE("no-rows", UNIFORM, "nothing to do, and no error left behind", .numbers = {0, 5}),
    {0},
};

/* Whether threads of a warp load together, or one by one: of the counted rows, of which there
 * are 5, a thread a row would have 5, and one thread for all 1. */
static const char *few_lanes(const struct simt_counters *counters, double least)
{
    double lanes = lanes_together(counters);
    if (lanes >= least)
        return NULL;
    return objection(
        "%.1f threads of a warp load together; where the threads of a block share out the "
        "elements, neighbours by neighbours, it is all 32",
        lanes);
}

static bool has_many_rows(const struct case_run *t)
{
    return number(t, "rows") > 100;
}

/* One block for all of many rows. */
static const char *one_block(const struct case_run *t, const struct simt_counters *counters)
{
    double elements = (double)elements_of(t, "in"), most = (double)counters->busiest_block / 4;
    if (most <= 0.75 * elements)
        return NULL;
    return objection(
        "one block reads %.0f of %.0f elements, while the others wait, or there are "
        "none: a block a row",
        most < elements ? most : elements, elements);
}

/* A thread that adds up all that lies before its element reads half a row. Kogge and Stone's
 * steps read some 20 times for each element, wherever the sums are, a tree's 5 to 8. */
static const char *technique_no_prefixes(const struct case_run *t,
                                         const struct simt_counters *counters)
{
    enum { BUDGET = 40 };
    double elements = (double)number(t, "rows") * (double)number(t, "width");
    double each = (double)(counters->global_load.lanes + counters->shared_load.lanes +
                           counters->global_atomic.lanes + counters->shared_atomic.lanes) /
                  elements;
    if (each <= BUDGET)
        return NULL;
    return objection("it reads %.0f numbers for each element, as where each thread adds up all "
                     "that lies before its own; let it take up the sums that others have made: "
                     "then %d are more than enough",
                     each, BUDGET);
}

/* How often a row's sums are stored, by a warp each time, wherever. In Kogge and Stone's ten
 * steps 32 warps do, 384 times with the load and the result; up a tree and down again, even if
 * each place asks whether it is added to, 400 to 640 times. One thread alone stores each sum.
 */
static const char *technique_steps(const struct case_run *t,
                                   const struct simt_counters *counters)
{
    enum { BUDGET = 800, LEAST_LANES = 16 };
    uint64_t stores = counters->shared_store.requests + counters->global_store.requests;
    double a_row = (double)stores / (double)number(t, "rows");
    const char *prefixes = technique_no_prefixes(t, counters);
    if (prefixes || a_row <= BUDGET)
        return prefixes ? prefixes : few_lanes(counters, LEAST_LANES);
    return objection(
        "its warps store %.0f times a row, as where one thread scans alone what all have "
        "loaded; in steps in which all threads have a share it is %d times at most",
        a_row, BUDGET);
}

static double log2_of(double n)
{
    return n < 2 ? 0 : 1 + log2_of(n / 2);
}

/* How many lanes rest where a warp stores, wherever. In a tree, on the highest steps of which a
 * lane or two work, it is more than two; where all of many warps add, and a thread may hand on
 * what a section has summed up, less than one. */
static double resting_lanes(const struct simt_counters *counters)
{
    double requests =
        (double)(counters->shared_store.requests + counters->global_store.requests);
    double lanes = (double)(counters->shared_store.lanes + counters->global_store.lanes);
    return 32 - lanes / requests;
}

/* Whether `stored` numbers, with those that are loaded, are as many as where each element of
 * sections as short as the block is added to in each of its steps. In place the first `stride`
 * elements are not: one store an element in all. A tree stores 3 or 4 in sections of any
 * length. */
static bool adds_in_each_step(double stored, double elements, double steps)
{
    const double LEAST_STEPS = 5, MARGIN = 0.5;
    return stored >= ((steps < LEAST_STEPS ? LEAST_STEPS : steps) - MARGIN) * elements;
}

/* Kogge and Stone's thread stores a sum in each of log2(threads) steps, but for the first and
 * the last perhaps, however many elements it has added up beforehand. Of a tree most threads
 * rest in most steps: it is 3 to 6. What goes through registers by shuffles hardly stores at
 * all. The first warp of a short section has few beside it, and its lanes rest as often as a
 * tree's: then it is the number of stores that tells. */
static const char *technique_kogge_stone(const struct case_run *t,
                                         const struct simt_counters *counters)
{
    if (has_many_rows(t))
        return one_block(t, counters);
    const double in_registers = 1.5, MOST_RESTING = 1.25;
    double elements = (double)number(t, "rows") * (double)number(t, "width");
    uint64_t lanes = counters->shared_store.lanes + counters->global_store.lanes;
    double stored = (double)lanes - elements; /* without the result */
    double a_thread = stored / (double)counters->threads;
    double steps = log2_of((double)counters->threads / (double)counters->blocks);
    bool rests = a_thread < steps - 1.5 || (resting_lanes(counters) > MOST_RESTING &&
                                            !adds_in_each_step(stored, elements, steps));
    if (stored <= in_registers * elements || !rests)
        return technique_steps(t, counters);
    return objection(
        "it stores %.1f sums for each element, as in a tree, where most threads rest in most "
        "steps; by Kogge and Stone all of a block's threads add in each of its %.0f "
        "steps: to work with fewer additions is the next task",
        stored / elements, steps);
}

/* What is stored for each element, wherever. A tree stores a sum an element on its way up and
 * one on its way down, and the way down of an exclusive scan one more; with the element itself
 * and its result that makes 4 or 5. Kogge and Stone store about log2(width) more. */
static const char *technique_tree(const struct case_run *t,
                                  const struct simt_counters *counters)
{
    enum { BUDGET = 7 };
    if (has_many_rows(t))
        return one_block(t, counters);
    double elements = (double)number(t, "rows") * (double)number(t, "width");
    uint64_t stored = counters->shared_store.lanes + counters->global_store.lanes;
    double each = (double)stored / elements;
    if (each <= BUDGET)
        return technique_steps(t, counters);
    return objection(
        "it stores %.1f numbers for each element, as where all elements are added to in "
        "every step; up a tree and down again are 4, load and result included, and %d may "
        "be",
        each, BUDGET);
}

/* How fast elements were read and written, which is what a scan costs at least. */
static void report_rows(const struct case_run *t, FILE *out)
{
    double rows = (double)number(t, "rows"), width = (double)number(t, "width");
    fprintf(out, "         %.0f rows of %.0f: %.4f s, %.3g GB/s read and written\n", rows,
            width, seconds_of(t), 8e-9 * rows * width / seconds_of(t));
}

/* --- in two dimensions -------------------------------------------------------------------- */

static const struct test_case field_cases[] = {
    /* rows, width */
    CASE("small", INDEXED, "small enough to follow by hand", .numbers = {3, 5},
         .flags = CHECKED),
    CASE("row", SIGNED, "one row", .numbers = {1, 1000}),
    CASE("square", SIGNED, "as many rows as columns", .numbers = {40, 40},
         .flags = CHECKED | COUNTED),
    CASE("high", SIGNED, "more rows than columns", .numbers = {301, 20}),
    CASE("wide", SIGNED, "more columns than rows", .numbers = {20, 301}),
    CASE("section", SIGNED, "the widest row of the first two tasks", .numbers = {4, 1024}),
    CASE("whole-sections", SIGNED, "several sections along a row, all of them whole",
         .numbers = {2, 6144}, .flags = WATCHED),
    CASE("section-more", SIGNED, "a column more than a section of the usual sizes",
         .numbers = {4, 1025}),
    CASE("section-less", SIGNED, "a column less than a section of the usual sizes",
         .numbers = {4, 1023}),
    CASE("sections", SIGNED, "several sections along a row, the last a partial one",
         .numbers = {3, 5003}, .flags = CHECKED | COUNTED),
    CASE("many-sections", SIGNED, "more columns than a few blocks have threads",
         .numbers = {3, 70001}, .flags = WATCHED | COUNTED | ONCE, .seconds = 20),
    CASE("high-sections", SIGNED,
         "the same down a column; more rows than most grids have blocks", .numbers = {4099, 3},
         .flags = ONCE, .seconds = 20),
    BEGINS({2, 2048}),
    CASE("both", SIGNED, "more than a section of rows, many columns", .numbers = {1030, 70},
         .flags = ONCE, .seconds = 20),
    CASE("one", SIGNED, "a single element", .numbers = {1, 1}),
    CASE("equal", EQUAL, "all elements alike: the sums count them", .numbers = {50, 70}),
    CASE("large", LARGE_FIELD, "sums up to the largest int", .numbers = {50, 700}),
    CASE("ones", ONES, "the text's field of ones", .numbers = {1024, 1024},
         .flags = MEASURED | ONCE, .seconds = 20),
    CASE("column", SIGNED, "one column, of more rows than a block has threads",
         .numbers = {1025, 1}, .flags = COUNTED | WATCHED | ONCE, .seconds = 20),
    CASE("beyond-31-bits", SIGNED, "more elements than an int counts", .numbers = {34, 36},
         .wide = {{"rows", 5003}, {"width", 460007}}),
    CASE("beyond-16-bits", SIGNED, "more rows than 16 bits count", .numbers = {34, 36},
         .wide = {{"rows", 70001}}, .nearer = 4001, .flags = SAMPLED),
    CASE("no-columns", UNIFORM, "nothing to do, and no error left behind", .numbers = {5, 0}),
    CASE("no-rows", UNIFORM, "nothing to do, and no error left behind", .numbers = {0, 5}),
    {0},
};

/* Of few long rows a thread a row has few beside it, and one block may scan them all; but not
 * their many columns as well. These take a block more for each 4096, four to a thread. */
static const char *one_block_for_the_field(const struct case_run *t,
                                           const struct simt_counters *counters)
{
    enum { WIDEST_BLOCK = 4096 };
    if (counters->blocks <= counters->launches - 1 + (uint64_t)number(t, "rows") &&
        number(t, "width") > 4 * WIDEST_BLOCK)
        return objection("%llu blocks in %llu launches have %lld x %lld elements to scan: one "
                         "goes down all columns, and all multiprocessors but one are idle; "
                         "share the columns out over many blocks",
                         (unsigned long long)counters->blocks,
                         (unsigned long long)counters->launches, (long long)number(t, "rows"),
                         (long long)number(t, "width"));
    if (counters->blocks > counters->launches &&
        4 * counters->busiest_block <= 3 * counters->global_load.bytes)
        return NULL;
    return objection("one block has all %lld x %lld elements to scan, and all multiprocessors "
                     "but one are idle; share the rows, or the columns, out over many blocks",
                     (long long)number(t, "rows"), (long long)number(t, "width"));
}

/* In a single column only the way along the rows has something to share out: rows, of which a
 * block has at most 1024. */
static const char *one_block_for_the_rows(const struct case_run *t,
                                          const struct simt_counters *counters)
{
    if (counters->launches < 2 || counters->blocks > counters->launches)
        return NULL;
    return objection("one block has all %lld rows to scan, and all multiprocessors but one are "
                     "idle; share the rows out over many blocks",
                     (long long)number(t, "rows"));
}

/* A thread a row or a column has 20 others beside it in the counted field of 40 x 40. Who adds
 * up all that lies before in the row, and then in the column, reads 41 elements for each. */
static const char *technique_field(const struct case_run *t,
                                   const struct simt_counters *counters)
{
    enum { LEAST_LANES = 8, BUDGET = 32 };
    double elements = (double)number(t, "rows") * (double)number(t, "width");
    double each = (double)counters->global_load.lanes / elements;
    if (number(t, "rows") < LEAST_LANES)
        return one_block_for_the_field(t, counters);
    if (number(t, "width") < LEAST_LANES)
        return one_block_for_the_rows(t, counters);
    if (each <= BUDGET)
        return few_lanes(counters, LEAST_LANES);
    return objection(
        "it reads %.0f elements for each that it writes, as where each thread adds up "
        "all that lies before its own; let it take up the sums that others have made",
        each);
}

/* Few long rows are scanned by few threads, as are few columns; and a field of 40 x 40 in two
 * ways, by 20 of a warp on average. */
static uint64_t most_loads_of_field(const struct case_run *t)
{
    return number(t, "rows") < 8 || number(t, "width") < 8 ? 0 : words_given(t);
}

static uint64_t most_loads_of_list(const struct case_run *t)
{
    return words_given(t) / 2;
}

/* The number that the text prints. */
static void report_field(const struct case_run *t, FILE *out)
{
    struct shape shape = shape_of(t, "out");
    const int *sums = found(t, "out");
    fprintf(out, "         %zu x %zu ones: the last prefix sum is %d; %.4f s\n", shape.rows,
            shape.cols, sums[shape.rows * shape.cols - 1], seconds_of(t));
}

/* --- any length --------------------------------------------------------------------------- */

static const struct test_case list_cases[] = {
    /* n */
    CASE("one-block", SIGNED, "no more than a block of the usual sizes", .numbers = {256},
         .flags = CHECKED),
    CASE("less", SIGNED, "one less than a multiple of the usual blocks", .numbers = {255}),
    CASE("more", SIGNED, "one more than the largest block", .numbers = {1025},
         .flags = CHECKED),
    CASE("several-blocks", SIGNED, "several blocks with a ragged end", .numbers = {5003},
         .flags = CHECKED),
    CASE("whole-blocks", SIGNED, "several blocks, all of them whole", .numbers = {196608},
         .flags = WATCHED | COUNTED, .seconds = 20),
    CASE("ragged", SIGNED, "many blocks with a ragged end", .numbers = {139653},
         .flags = CHECKED),
    CASE("indexed", INDEXED, "each element counts differently", .numbers = {30011}),
    CASE("equal", EQUAL, "all elements alike: the sums count them; 3 x 5 x 7 x 1024",
         .numbers = {107520}),
    CASE("one", SIGNED, "a single element", .numbers = {1}),
    CASE("large", LARGE_FIELD, "sums up to the largest int", .numbers = {100003}),
    BEGINS({20000}),
    CASE("many-blocks", SIGNED, "more blocks of 256 than a block has threads",
         .numbers = {(1 << 18) + 77}),
    CASE("largest", SIGNED, "more sections of 2048 than two for each thread of a block",
         .numbers = {(1 << 22) + 2125}, .flags = ONCE, .seconds = 20, .counts_elements = 1),
    CASE("empty", UNIFORM, "nothing to do, and no error left behind", .numbers = {0}),
    /* The last 17 elements begin a tile of 2^14 times 1, 3, 5, 7, 9 or 11, as in the nearer. */
    CASE("two-levels", SIGNED, "more than 1024 times 65536 elements", .numbers = {34},
         .wide = {{"n", 113541137}}, .nearer = (1 << 16) * 63 + 17),
    {0},
};

/* One thread of a block may wait for the blocks before, and look at what they left. No block
 * can hold as much as three quarters of the counted list in its registers or shared memory. */
static const char *technique_list(const struct case_run *t,
                                  const struct simt_counters *counters)
{
    enum { LEAST_LANES = 4 };
    double n = (double)number(t, "n"), most = (double)counters->busiest_block / 4;
    const char *lanes = few_lanes(counters, LEAST_LANES);
    if (lanes || most <= 0.75 * n)
        return lanes ? lanes : objection_to_turns(t, counters);
    return objection(
        "one block reads %.0f of %.0f elements, while the others wait, or there are "
        "none: share them out over many blocks, and combine what these leave",
        most < n ? most : n, n);
}

/* --- the lab ------------------------------------------------------------------------------ */

const struct task tasks[] = {
    {
        .name = "scan_rows_kogge_stone",
        .first_step = "TODO 2 launches the kernel, TODO 1 scans a row",
        .number_names = "rows width",
        .cases = row_cases,
        .prepare = prepare_rows,
        .expect = expect_scanned_rows,
        .technique = technique_kogge_stone,
        .least_shares = 16,
        .worked = {1280, 4965},
        .report = report_rows,
    },
    {
        .name = "scan_rows_brent_kung",
        .first_step = "TODO 3, up a tree and down again",
        .number_names = "rows width",
        .cases = row_cases,
        .prepare = prepare_rows,
        .expect = expect_scanned_rows,
        .technique = technique_tree,
        .least_shares = 16,
        .worked = {1280, 1645},
        .report = report_rows,
    },
    {
        .name = "prefix_sum_2d",
        .first_step = "TODO 4, along the rows and then down the columns",
        .number_names = "rows width",
        .cases = field_cases,
        .prepare = prepare_rows,
        .expect = expect_scanned_field,
        .technique = technique_field,
        .least_shares = 1,
        .most_loads = most_loads_of_field,
        .worked = {2000},
        .report = report_field,
    },
    {
        .name = "scan_fast",
        .first_step = "TODO 5 in stretch.cu, a scan of any length",
        .number_names = "n",
        .cases = list_cases,
        .prepare = prepare_list,
        .expect = expect_scanned_rows,
        .technique = technique_list,
        .most_loads = most_loads_of_list,
        .stretch = true,
    },
    {0},
};
