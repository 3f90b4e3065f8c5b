/* The judge's side of lab 07: inputs, references, rivals and cases. */
#include "lab.h"

#include <limits.h>

enum {
    ONES = LAB_DATA, /* whose prefix sums count */
    LARGE,           /* sums up to the largest int, every other row the smallest */
    LARGE_FIELD,     /* sums up to the largest int in the last element of all */
};

/* Sums that leave the range of an int come back into it as they do in a kernel. */
static int wrapped(int64_t sum)
{
    return (int)(unsigned)sum;
}

/* --- inputs ------------------------------------------------------------------------------- */

static void fill(struct trial *t, int *in, size_t rows, size_t width)
{
    for (size_t i = 0; i < rows * width; i++) {
        int64_t most = INT_MAX / (int64_t)(data_kind(t) == LARGE ? width : rows * width);
        if (data_kind(t) == ONES)
            in[i] = 1;
        else if (data_kind(t) == LARGE_FIELD)
            in[i] = (int)most;
        else if (data_kind(t) == LARGE)
            in[i] = (int)(i / width % 2 ? -most : most);
    }
}

static void prepare_rows(struct trial *t)
{
    size_t rows = (size_t)number(t, "rows"), width = (size_t)number(t, "width");
    fill(t, add_input(t, "in", INT32, matrix(rows, width)), rows, width);
    add_output(t, "out", INT32, matrix(rows, width));
}

static void prepare_list(struct trial *t)
{
    size_t n = (size_t)number(t, "n");
    fill(t, add_input(t, "in", INT32, list(n)), 1, n);
    add_output(t, "out", INT32, list(n));
}

/* --- references --------------------------------------------------------------------------- */

/* What a step of a reference or of a mistake turns a row into. */
typedef void row_function(int64_t *row, size_t width);

static void scan(int64_t *row, size_t width)
{
    for (size_t i = 1; i < width; i++)
        row[i] += row[i - 1];
}

/* Expects of each row what the function makes of it. */
static void expect_of_rows(struct trial *t, row_function *change)
{
    struct shape shape = shape_of(t, "in");
    const int *in = given(t, "in");
    int64_t *out = want(t, "out").exact;
    for (size_t i = 0; i < shape.rows * shape.cols; i++)
        out[i] = in[i];
    for (size_t row = 0; row < shape.rows; row++)
        change(out + row * shape.cols, shape.cols);
    for (size_t i = 0; i < shape.rows * shape.cols; i++)
        out[i] = wrapped(out[i]);
}

static void expect_scanned_rows(struct trial *t)
{
    expect_of_rows(t, scan);
}

/* Adds up what is expected so far down the columns of the first `rows` rows. */
static void scan_columns(struct trial *t, size_t rows)
{
    size_t width = shape_of(t, "out").cols;
    int64_t *out = want(t, "out").exact;
    for (size_t i = width; i < rows * width; i++)
        out[i] = wrapped(out[i] + out[i - width]);
}

static void expect_scanned_field(struct trial *t)
{
    expect_of_rows(t, scan);
    scan_columns(t, shape_of(t, "out").rows);
}

/* --- what mistakes compute ---------------------------------------------------------------- */

static void scan_exclusively(int64_t *row, size_t width)
{
    int64_t sum = 0;
    for (size_t i = 0; i < width; i++) {
        int64_t value = row[i];
        row[i] = sum;
        sum += value;
    }
}

static void scan_squares(int64_t *row, size_t width)
{
    for (size_t i = 0; i < width; i++)
        row[i] *= row[i];
    scan(row, width);
}

static void scan_backwards(int64_t *row, size_t width)
{
    for (size_t i = width; i-- > 1;)
        row[i - 1] += row[i];
}

static void scan_first_512(int64_t *row, size_t width)
{
    for (size_t i = 512; i < width; i++)
        row[i] = 0;
    scan(row, width);
}

/* Kogge and Stone's steps from stride `first` up to below `end`. Where `nearest` is false, the
 * place that lies just a stride from the start adds nothing. */
static void kogge_stone(int64_t *row, size_t width, size_t first, size_t end, bool nearest)
{
    for (size_t stride = first; stride < end; stride *= 2)
        for (size_t i = width; i-- > stride;)
            if (i > stride || nearest)
                row[i] += row[i - stride];
}

static void without_first_step(int64_t *row, size_t width)
{
    kogge_stone(row, width, 2, 1024, true);
}

static void without_last_step(int64_t *row, size_t width)
{
    kogge_stone(row, width, 1, 512, true);
}

static void without_nearest(int64_t *row, size_t width)
{
    kogge_stone(row, width, 1, 1024, false);
}

/* Brent and Kung's tree: up to below `end`, down from `from` to `to`. */
static void brent_kung(int64_t *row, size_t width, size_t end, size_t from, size_t to)
{
    for (size_t stride = 1; stride < end; stride *= 2)
        for (size_t i = 2 * stride - 1; i < width; i += 2 * stride)
            row[i] += row[i - stride];
    for (size_t stride = from; stride >= to && stride > 0; stride /= 2)
        for (size_t i = 2 * stride - 1; i + stride < width; i += 2 * stride)
            row[i + stride] += row[i];
}

/* Up a tree whose sums are in the first place of each run, as reductions have it, and down the
 * one whose sums are in the last. */
static void up_to_the_front(int64_t *row, size_t width)
{
    for (size_t stride = 1; stride < 1024; stride *= 2)
        for (size_t i = 0; i + stride < width; i += 2 * stride)
            row[i] += row[i + stride];
    brent_kung(row, width, 0, 256, 1);
}

static void only_up(int64_t *row, size_t width)
{
    brent_kung(row, width, 1024, 0, 1);
}

static void without_top(int64_t *row, size_t width)
{
    brent_kung(row, width, 512, 256, 1);
}

static void down_from_an_eighth(int64_t *row, size_t width)
{
    brent_kung(row, width, 1024, 128, 1);
}

static void down_to_2(int64_t *row, size_t width)
{
    brent_kung(row, width, 1024, 256, 2);
}

static void down_from_odd(int64_t *row, size_t width)
{
    brent_kung(row, width, 1024, width / 4, 1);
}

/* Defines the rival whose rows are what `change` makes of them. */
#define MISTAKE(change)                                                                        \
    static void expect_##change(struct trial *t)                                               \
    {                                                                                          \
        expect_of_rows(t, change);                                                             \
    }

MISTAKE(scan_exclusively)
MISTAKE(scan_squares)
MISTAKE(scan_backwards)
MISTAKE(scan_first_512)
MISTAKE(without_first_step)
MISTAKE(without_last_step)
MISTAKE(without_nearest)
MISTAKE(up_to_the_front)
MISTAKE(only_up)
MISTAKE(without_top)
MISTAKE(down_from_an_eighth)
MISTAKE(down_to_2)
MISTAKE(down_from_odd)

/* The whole array as if it were one row. */
static void expect_one_long_row(struct trial *t)
{
    struct shape shape = shape_of(t, "in");
    expect_of_rows(t, scan);
    int64_t *out = want(t, "out").exact;
    for (size_t i = shape.cols; i < shape.rows * shape.cols; i++)
        out[i] = wrapped(out[i] + out[i / shape.cols * shape.cols - 1]);
}

static void expect_first_row_again(struct trial *t)
{
    struct shape shape = shape_of(t, "in");
    expect_of_rows(t, scan);
    int64_t *out = want(t, "out").exact;
    for (size_t i = shape.cols; i < shape.rows * shape.cols; i++)
        out[i] = out[i - shape.cols];
}

// clang-format off
#define RIVAL(name, says) {#name, expect_##name, says, false}

static const struct rival row_rivals[] = {
    RIVAL(scan_exclusively, "the scan is exclusive: element i lacks its own value, the "
                            "contract counts it in"),
    RIVAL(scan_squares, "these are sums of squares: the elements themselves are to be added"),
    RIVAL(scan_backwards, "the scan runs from the end of the row to its start"),
    RIVAL(one_long_row, "a row's sums go on from the row before: each row begins anew"),
    RIVAL(first_row_again, "every row has the first row's sums: where does row r begin?"),
    RIVAL(scan_first_512, "elements from 512 on count as 0: is each thread's second element "
                          "loaded?"),
    RIVAL(without_first_step, "the step of stride 1 is missing"),
    RIVAL(without_last_step, "each sum has its last 512 elements only: the step of stride 512 "
                             "is missing"),
    RIVAL(without_nearest, "the place that is exactly a stride from the start adds nothing: "
                           "there is an element 0 to be added, too"),
    RIVAL(up_to_the_front, "the way up leaves each run's sum in its first place, as a reduction "
                           "may; the way down wants it in the last"),
    RIVAL(only_up, "this is the tree after its way up: the way down is missing"),
    RIVAL(without_top, "the last step up, of stride 512, is missing: it makes the last "
                       "element's sum"),
    RIVAL(down_from_an_eighth, "the way down begins a step late: its first stride is a quarter "
                               "of the section"),
    RIVAL(down_to_2, "the way down ends a step early: it lacks stride 1"),
    RIVAL(down_from_odd, "the way down begins with a quarter of the width, which is no power "
                         "of two here: it must visit the places that the way up left sums in"),
    {0},
};

/* rows, width. Each asks for one thing more than those before it. */
static const struct test_case row_cases[] = {
    {"full-row", {1, 1024}, SIGNED, "one row of the greatest width", CHECKED, 0},
    {"full-rows", {5, 1024}, SIGNED, "several rows of 1024", COUNTED, 0},
    {"partial", {5, 1000}, SIGNED, "a width that is no power of two", CHECKED, 0},
    {"less", {5, 1023}, SIGNED, "one element less than the greatest width", 0, 0},
    {"more-than-half", {5, 513}, SIGNED, "one element more than 512 threads", 0, 0},
    {"half", {5, 512}, SIGNED, "as many elements as 512 threads", 0, 0},
    {"less-than-half", {5, 511}, SIGNED, "one element less than 512 threads", 0, 0},
    {"narrow", {40, 21}, SIGNED, "rows shorter than a warp", CHECKED, 0},
    {"single", {9, 1}, SIGNED, "rows of a single element", 0, 0},
    {"one", {1, 1}, SIGNED, "one row of one element", 0, 0},
    {"square", {40, 40}, SIGNED, "as many rows as columns", CHECKED, 0},
    {"indexed", {20, 300}, INDEXED, "each element counts differently", 0, 0},
    {"equal", {10, 700}, EQUAL, "all elements alike: the sums count them", 0, 0},
    {"large", {6, 1024}, LARGE, "sums up to the largest and the smallest int", 0, 0},
    {"many-rows", {1300, 3}, SIGNED, "more rows than most grids have blocks", 0, 20},
    {"text", {1024, 1024}, SIGNED, "as many rows as elements in a row", MEASURED | ONCE, 20},
    {"no-columns", {5, 0}, UNIFORM, "nothing to do, and no error left behind", 0, 0},
    {"no-rows", {0, 5}, UNIFORM, "nothing to do, and no error left behind", 0, 0},
    {0},
};
// clang-format on

/* Whether threads of a warp load together, or one by one: of the counted rows, of which there
 * are 5, a thread a row would have 5, and one thread for all 1. */
static const char *few_lanes(const struct simt_counters *counters, double least)
{
    static char text[200];
    const struct simt_global_traffic *load = &counters->global_load;
    double lanes = (double)load->lanes / (double)load->requests;
    if (lanes >= least)
        return NULL;
    snprintf(text, sizeof text,
             "%.1f threads of a warp load together; where the threads of a block share out the "
             "elements, neighbours by neighbours, it is all 32",
             lanes);
    return text;
}

/* How often a row's sums are stored, by a warp each time, wherever. In Kogge and Stone's ten
 * steps 32 warps do, 384 times with the load and the result; up a tree and down again, even if
 * each place asks whether it is added to, 400 to 640 times. One thread alone stores each sum.
 */
static const char *technique_steps(const struct trial *t, const struct simt_counters *counters)
{
    enum { BUDGET = 800, LEAST_LANES = 16 };
    static char text[256];
    uint64_t stores = counters->shared_store.requests + counters->global_store.requests;
    double a_row = (double)stores / (double)number(t, "rows");
    if (a_row <= BUDGET)
        return few_lanes(counters, LEAST_LANES);
    snprintf(text, sizeof text,
             "its warps store %.0f times a row, as where one thread scans alone what all have "
             "loaded; in steps in which all threads have a share it is %d times at most",
             a_row, BUDGET);
    return text;
}

/* What is stored for each element, wherever. A tree stores a sum an element on its way up and
 * one on its way down, and the way down of an exclusive scan one more; with the element itself
 * and its result that makes 4 or 5. Kogge and Stone store about log2(width) more. */
static const char *technique_tree(const struct trial *t, const struct simt_counters *counters)
{
    enum { BUDGET = 7 };
    static char text[200];
    double elements = (double)number(t, "rows") * (double)number(t, "width");
    uint64_t stored = counters->shared_store.lanes + counters->global_store.lanes;
    double each = (double)stored / elements;
    if (each <= BUDGET)
        return technique_steps(t, counters);
    snprintf(text, sizeof text,
             "it stores %.1f numbers for each element, as where all elements are added to in "
             "every step; up a tree and down again are 4, load and result included, and %d may "
             "be",
             each, BUDGET);
    return text;
}

/* How fast elements were read and written, which is what a scan costs at least. */
static void report_rows(const struct trial *t, FILE *out)
{
    double rows = (double)number(t, "rows"), width = (double)number(t, "width");
    fprintf(out, "         %.0f rows of %.0f: %.4f s, %.3g GB/s read and written\n", rows,
            width, seconds_of(t), 8e-9 * rows * width / seconds_of(t));
}

/* --- in two dimensions -------------------------------------------------------------------- */

static void expect_columns_only(struct trial *t)
{
    struct shape shape = shape_of(t, "in");
    for (size_t i = 0; i < shape.rows * shape.cols; i++)
        want(t, "out").exact[i] = ((const int *)given(t, "in"))[i];
    scan_columns(t, shape.rows);
}

static void expect_short_columns(struct trial *t)
{
    struct shape shape = shape_of(t, "in");
    expect_of_rows(t, scan);
    scan_columns(t, shape.rows < shape.cols ? shape.rows : shape.cols);
}

/* How many sums of the first row are right in the answer: there the trouble begins. */
static size_t right_at_start(const struct trial *t)
{
    const int *in = given(t, "in"), *out = found(t, "out");
    int64_t sum = 0;
    for (size_t i = 0; i < shape_of(t, "in").cols; i++)
        if (out[i] != wrapped(sum += in[i]))
            return i;
    return 0;
}

static size_t section; /* elements of a section, for the functions below */

static void scan_sections(int64_t *row, size_t width)
{
    for (size_t i = 0; i < width; i += section)
        scan(row + i, width - i < section ? width - i : section);
}

/* The carry is the sum of the section before, not of all before. */
static void carry_one_section(int64_t *row, size_t width)
{
    scan_sections(row, width);
    for (size_t i = width; i-- > section;)
        row[i] += row[i / section * section - 1];
}

/* The carry lacks the last element of each section before. */
static void carry_without_last(int64_t *row, size_t width)
{
    int64_t carry = 0;
    for (size_t i = 0; i < width; i += section) {
        size_t end = width - i < section ? width : i + section;
        int64_t last = row[end - 1];
        row[i] += carry;
        scan(row + i, end - i);
        carry = row[end - 1] - last;
    }
}

/* What the mistake makes of each row, in sections of that size, and then down the columns. */
static void expect_sections(struct trial *t, row_function *change, size_t size)
{
    section = size;
    if (size == 0)
        return does_not_apply(t, "out");
    expect_of_rows(t, change);
    scan_columns(t, shape_of(t, "out").rows);
}

static void expect_no_carry(struct trial *t)
{
    expect_sections(t, scan_sections, right_at_start(t));
}

static void expect_carry_of_one(struct trial *t)
{
    expect_sections(t, carry_one_section, right_at_start(t) / 2);
}

static void expect_carry_without_last(struct trial *t)
{
    expect_sections(t, carry_without_last, right_at_start(t));
}

static void expect_field_of_squares(struct trial *t)
{
    expect_of_rows(t, scan_squares);
    scan_columns(t, shape_of(t, "out").rows);
}

static void expect_field_of_exclusive_rows(struct trial *t)
{
    expect_of_rows(t, scan_exclusively);
    scan_columns(t, shape_of(t, "out").rows);
}

// clang-format off
#define CARRY_RIVALS                                                                          \
    RIVAL(no_carry, "each section has the sums of its own elements only: nothing is carried " \
                    "on from the sections before"),                                           \
    RIVAL(carry_of_one, "a section's carry is the sum of the one section before it, not of "  \
                        "all that lie before"),                                               \
    RIVAL(carry_without_last, "the carry lacks the last element of each section: it is taken " \
                              "one element early")

static const struct rival field_rivals[] = {
    RIVAL(short_columns, "the way down the columns ends after as many rows as there are "
                         "columns: are rows and width exchanged?"),
    RIVAL(scanned_rows, "these are the sums along the rows: the way down the columns is "
                        "missing"),
    RIVAL(columns_only, "these are the sums down the columns: the way along the rows is "
                        "missing"),
    RIVAL(field_of_squares, "these are sums of squares: the elements themselves are to be added"),
    RIVAL(field_of_exclusive_rows, "the scan of the rows is exclusive: element i lacks its own "
                                   "value, the contract counts it in"),
    CARRY_RIVALS,
    {0},
};

static const struct test_case field_cases[] = {
    /* rows, width */
    {"small", {3, 5}, INDEXED, "small enough to follow by hand", CHECKED, 0},
    {"row", {1, 1000}, SIGNED, "one row", 0, 0},
    {"column", {1000, 1}, SIGNED, "one column", 0, 20},
    {"square", {40, 40}, SIGNED, "as many rows as columns", CHECKED | COUNTED, 0},
    {"high", {301, 20}, SIGNED, "more rows than columns", 0, 0},
    {"wide", {20, 301}, SIGNED, "more columns than rows", 0, 0},
    {"section", {4, 1024}, SIGNED, "the widest row of the first two tasks", 0, 0},
    {"section-more", {4, 1025}, SIGNED, "a column more than a section of the usual sizes", 0, 0},
    {"section-less", {4, 1023}, SIGNED, "a column less than a section of the usual sizes", 0, 0},
    {"sections", {3, 5003}, SIGNED, "several sections along a row, the last a partial one", CHECKED, 0},
    {"high-sections", {1301, 3}, SIGNED, "the same down a column; more rows than most grids "
                                         "have blocks", 0, 20},
    {"both", {1030, 70}, SIGNED, "more than a section of rows, many columns", 0, 20},
    {"one", {1, 1}, SIGNED, "a single element", 0, 0},
    {"equal", {50, 70}, EQUAL, "all elements alike: the sums count them", 0, 0},
    {"large", {50, 700}, LARGE_FIELD, "sums up to the largest int", 0, 0},
    {"ones", {1024, 1024}, ONES, "the text's field of ones", MEASURED | ONCE, 20},
    {"no-columns", {5, 0}, UNIFORM, "nothing to do, and no error left behind", 0, 0},
    {"no-rows", {0, 5}, UNIFORM, "nothing to do, and no error left behind", 0, 0},
    {0},
};
// clang-format on

/* A thread a row or a column has 20 others beside it in the counted field of 40 x 40. */
static const char *technique_field(const struct trial *t, const struct simt_counters *counters)
{
    enum { LEAST_LANES = 8 };
    (void)t;
    return few_lanes(counters, LEAST_LANES);
}

/* The number that the text prints. */
static void report_field(const struct trial *t, FILE *out)
{
    struct shape shape = shape_of(t, "out");
    const int *sums = found(t, "out");
    fprintf(out, "         %zu x %zu ones: the last prefix sum is %d; %.4f s\n", shape.rows,
            shape.cols, sums[shape.rows * shape.cols - 1], seconds_of(t));
}

/* --- any length --------------------------------------------------------------------------- */

// clang-format off
static const struct rival list_rivals[] = {
    RIVAL(scan_exclusively, "the scan is exclusive: element i lacks its own value, the "
                            "contract counts it in"),
    RIVAL(scan_squares, "these are sums of squares: the elements themselves are to be added"),
    RIVAL(scan_backwards, "the scan runs from the end to the start"),
    CARRY_RIVALS,
    {0},
};

static const struct test_case list_cases[] = {
    /* n */
    {"one-block", {256}, SIGNED, "no more than a block of the usual sizes", CHECKED, 0},
    {"less", {255}, SIGNED, "one less than a multiple of the usual blocks", 0, 0},
    {"more", {1025}, SIGNED, "one more than the largest block", CHECKED, 0},
    {"several-blocks", {5003}, SIGNED, "several blocks with a ragged end", CHECKED | COUNTED, 0},
    {"ragged", {50021}, SIGNED, "many blocks with a ragged end", CHECKED, 0},
    {"indexed", {30011}, INDEXED, "each element counts differently", 0, 0},
    {"equal", {70001}, EQUAL, "all elements alike: the sums count them", 0, 0},
    {"one", {1}, SIGNED, "a single element", 0, 0},
    {"large", {100003}, LARGE_FIELD, "sums up to the largest int", 0, 0},
    {"many-blocks", {(1 << 18) + 77}, SIGNED, "more blocks of 256 than a block has threads",
     0, 0},
    {"largest", {(1 << 21) + 77}, SIGNED, "more sections of 1024 than a block has threads",
     ONCE, 20},
    {"empty", {0}, UNIFORM, "nothing to do, and no error left behind", 0, 0},
    {0},
};
// clang-format on

/* One thread of a block may wait for the blocks before, and look at what they left. */
static const char *technique_list(const struct trial *t, const struct simt_counters *counters)
{
    enum { LEAST_LANES = 4 };
    (void)t;
    return few_lanes(counters, LEAST_LANES);
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
        .rivals = row_rivals,
        .technique = technique_steps,
        .report = report_rows,
    },
    {
        .name = "scan_rows_brent_kung",
        .first_step = "TODO 3, up a tree and down again",
        .number_names = "rows width",
        .cases = row_cases,
        .prepare = prepare_rows,
        .expect = expect_scanned_rows,
        .rivals = row_rivals,
        .technique = technique_tree,
        .report = report_rows,
    },
    {
        .name = "prefix_sum_2d",
        .first_step = "TODO 4, along the rows and then down the columns",
        .number_names = "rows width",
        .cases = field_cases,
        .prepare = prepare_rows,
        .expect = expect_scanned_field,
        .rivals = field_rivals,
        .technique = technique_field,
        .report = report_field,
    },
    {
        .name = "scan_fast",
        .first_step = "TODO 5 in stretch.cu, a scan of any length",
        .number_names = "n",
        .cases = list_cases,
        .prepare = prepare_list,
        .expect = expect_scanned_rows,
        .rivals = list_rivals,
        .technique = technique_list,
        .stretch = true,
    },
    {0},
};
