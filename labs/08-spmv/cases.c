/* The judge's side of lab 08: what a case hands out, references and cases. */
#include "costs.h"
#include "matrices.h"
#include "sums.h"
#include "techniques.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PLACES = 1 << 27 }; /* of an ELL matrix from a file */

/* --- what a case hands out ---------------------------------------------------------------- */

/* Where the student's function gets more columns, those of the second half are the last ones.
 */
static void move_columns(const struct case_run *t, struct sparse *m)
{
    int64_t cols = number(t, "cols"), more = widened(t, "cols") - cols;
    for (size_t k = 0; k < m->nnz && more > 0; k++)
        if (m->entries[k].col >= cols / 2)
            m->entries[k].col += (int)more;
}

/* The same of rows, whose numbers these are. */
static void move_rows(const struct case_run *t, int *row, size_t count)
{
    int64_t rows = number(t, "rows"), more = widened(t, "rows") - rows;
    for (size_t k = 0; k < count; k++)
        row[k] += row[k] >= rows / 2 ? (int)more : 0;
}

static struct sparse matrix_of_case(struct case_run *t)
{
    struct sparse m = data_kind(t) == FROM_FILE ? read_matrix_market() : generated_matrix(t);
    if (data_kind(t) != FROM_FILE)
        move_columns(t, &m);
    sort_entries(&m);
    add_number(t, "rows", (int64_t)m.rows);
    add_number(t, "cols", (int64_t)m.cols);
    add_number(t, "nnz", (int64_t)m.nnz);
    return m;
}

static void add_vectors(struct case_run *t)
{
    size_t cols = count_of(t, "cols");
    float *x = add_input(t, "x", FLOAT32, list(cols));
    for (size_t j = 0; j < cols; j++)
        x[j] = data_kind(t) == TEXT ? (float)(j + 1) : drawn_value(t);
    for (size_t j = 0; j < cols && data_kind(t) == STORED_ZEROS; j++)
        x[j] = (float)random_unit(t) + 1;
    add_output(t, "y", FLOAT32, list(count_of(t, "rows")));
}

/* An array of n elements and `behind` more, which a kernel finds behind them: column (or row) 0
 * and a value that is not a number. Only an empty array has one, so that its address is one;
 * and CSR's in the text's matrix, where who takes each row's end for its last entry is to be
 * told by a NaN, and not by a crash. Elsewhere what lies behind is out of bounds. */
static int *add_indices(struct case_run *t, const char *name, size_t n, size_t behind)
{
    int *indices = add_input(t, name, INT32, pitched(1, n, n + behind));
    memset(indices + n, 0, behind * sizeof *indices);
    return indices;
}

static float *add_numbers(struct case_run *t, const char *name, struct shape shape)
{
    float *values = add_input(t, name, FLOAT32, shape);
    for (size_t i = 0; i < shape.rows * shape.pitch; i++)
        values[i] = padding_of(t);
    return values;
}

static float *add_values(struct case_run *t, const char *name, size_t n, size_t behind)
{
    return add_numbers(t, name, pitched(1, n, n + behind));
}

static void prepare_csr(struct case_run *t)
{
    struct sparse m = matrix_of_case(t);
    int *starts = add_input(t, "starts", INT32, list(m.rows + 1));
    if (data_kind(t) == EMPTY_HALF)
        add_number(t, "ends", (int64_t)m.rows + 1);
    int64_t far = widened(t, "nnz") - number(t, "nnz");
    size_t more = data_kind(t) == TEXT ? 1 : m.nnz == 0;
    int *col = add_indices(t, "col", m.nnz, more);
    to_csr(&m, starts, col, add_values(t, "value", m.nnz, more));
    for (size_t row = 0; row <= m.rows; row++)
        starts[row] += (size_t)starts[row] > m.nnz / 2 ? (int)far : 0;
    add_vectors(t);
    free_sparse(&m);
}

/* Adds the arrays of an ELL matrix; what finds no room in it goes to `surplus`. */
static void add_ell(struct case_run *t, const struct sparse *m, size_t width,
                    struct sparse *surplus)
{
    size_t places = m->rows * width;
    if (places > MOST_PLACES)
        refuse_input("its longest row has %zu entries, and so ELL takes %zu places for %zu "
                     "entries: name another TASK=",
                     width, places, m->nnz);
    add_number(t, "width", (int64_t)width);
    int *col = places ? add_input(t, "col", INT32, matrix(width, m->rows))
                      : add_indices(t, "col", 0, 1);
    float *value =
        places ? add_numbers(t, "value", matrix(width, m->rows)) : add_values(t, "value", 0, 1);
    to_ell(m, width, col, value, surplus);
}

static void prepare_ell(struct case_run *t)
{
    struct sparse m = matrix_of_case(t);
    add_ell(t, &m, longest_row(&m), NULL);
    add_vectors(t);
    free_sparse(&m);
}

static void shuffle(struct case_run *t, struct sparse *m)
{
    for (size_t k = m->nnz; k > 1; k--) {
        size_t other = (size_t)random_between(t, 0, (int64_t)k - 1);
        struct entry e = m->entries[k - 1];
        m->entries[k - 1] = m->entries[other];
        m->entries[other] = e;
    }
}

/* Adds the arrays of a COO matrix, shuffled but for the cases where order is the point. */
static void add_coo(struct case_run *t, struct sparse *m, const char *row, const char *col,
                    const char *value)
{
    if (data_kind(t) != TEXT && data_kind(t) != EVEN && data_kind(t) != LONG_ROWS)
        shuffle(t, m);
    size_t n = m->nnz, more = n == 0;
    int *rows = add_indices(t, row, n, more), *cols = add_indices(t, col, n, more);
    to_coo(m, rows, cols, add_values(t, value, n, more));
    move_rows(t, rows, n);
}

static void prepare_coo(struct case_run *t)
{
    struct sparse m = matrix_of_case(t);
    add_coo(t, &m, "row", "col", "value");
    add_vectors(t);
    free_sparse(&m);
}

/* The ELL part is as wide as rows are long on average, rounded down: 0 where most are empty. */
static void prepare_hybrid(struct case_run *t)
{
    struct sparse m = matrix_of_case(t), rest = new_sparse(m.rows, m.cols);
    add_ell(t, &m, m.rows ? m.nnz / m.rows : 0, &rest);
    add_number(t, "nnz", (int64_t)(m.nnz - rest.nnz));
    add_number(t, "rest_nnz", (int64_t)rest.nnz);
    add_coo(t, &rest, "rest_row", "rest_col", "rest_value");
    add_vectors(t);
    free_sparse(&rest);
    free_sparse(&m);
}

/* Where the one section has more rows than are here, zeros lie between two halves of each
 * place, and the rows there go to row 0: so does a 0 for its own sum. */
static void widen_section(struct case_run *t, struct section *s, int *row, float *value)
{
    if (widened(t, "rows") == number(t, "rows"))
        return;
    move_rows(t, row, count_of(t, "rows"));
    for (int k = 0; k < s->length; k++)
        value[k * s->rows] = 0;
    s->rows = (int)widened(t, "rows");
}

static void prepare_jds(struct case_run *t)
{
    struct sparse m = matrix_of_case(t);
    struct section *sections = allocate(m.rows, sizeof *sections);
    bool wide = widened(t, "rows") != number(t, "rows");
    size_t more = m.nnz == 0, width = wide ? longest_row(&m) : 0;
    int *row = add_input(t, "row", INT32, list(m.rows));
    int *col = wide ? add_input(t, "col", INT32, matrix(width, m.rows))
                    : add_indices(t, "col", m.nnz, more);
    float *value = wide ? add_numbers(t, "value", matrix(width, m.rows))
                        : add_values(t, "value", m.nnz, more);
    size_t count = to_jds(&m, row, sections, col, value);
    widen_section(t, sections, row, value);
    add_number(t, "section_count", (int64_t)count);
    memcpy(add_input(t, "sections", INT32, matrix(count, 4)), sections,
           count * sizeof *sections);
    on_host(t, "sections");
    add_vectors(t);
    free(sections);
    free_sparse(&m);
}

/* --- references --------------------------------------------------------------------------- */

static void expect_csr(struct case_run *t)
{
    SUM_OF(read_csr(t));
}

static void expect_ell(struct case_run *t)
{
    SUM_OF(read_ell(t));
}

static void expect_coo(struct case_run *t)
{
    SUM_OF(read_coo(t));
}

static void expect_hybrid(struct case_run *t)
{
    SUM_OF(read_hybrid(t));
}

static void expect_jds(struct case_run *t)
{
    SUM_OF(read_jds(t));
}

/* --- cases -------------------------------------------------------------------------------- */

// clang-format off
/* What loads four entries at once must ask of each array whether it may. */
#define ARRAYS_WITHIN(rows)                                                                    \
    CASE("all-within", RAGGED, "all arrays begin within larger ones",                          \
         .numbers = {rows, 64, 16}, .begins = {1, 1, 1, 1, 1, 1, 1}, .flags = WATCHED),        \
    CASE("first-within", RAGGED, "the first, the third, ... array begin within larger ones",   \
         .numbers = {rows, 64, 16}, .begins = {1, 0, 1, 0, 1, 0, 1}, .flags = WATCHED),        \
    CASE("second-within", RAGGED, "the second, the fourth, ... array begin in larger ones",    \
         .numbers = {rows, 64, 16}, .begins = {0, 1, 0, 1, 0, 1, 0}, .flags = WATCHED),        \
    CASE("midst-within", RAGGED, "all arrays begin in the midst of four elements",             \
         .numbers = {rows, 64, 16}, .begins = {2, 2, 2, 2, 2, 2, 2}, .flags = WATCHED)

/* rows, cols, entries in a row on average. The power-law case has these flags besides. */
#define CASES(power_law, within)                                                               \
    CASE("text", TEXT, "the text's matrix, with x = 1, 2, 3, 4",                               \
         .numbers = {4, 4, 0}, .flags = MEASURED | CHECKED),                                   \
    CASE("even", EVEN, "all rows alike: no padding, no surplus, one section",                  \
         .numbers = {96, 96, 4}),                                                              \
    CASE("wide", RAGGED, "more columns than rows", .numbers = {40, 250, 3}),                   \
    CASE("high", RAGGED, "more rows than columns", .numbers = {300, 40, 3}),                   \
    CASE("less", RAGGED, "a row less than a block", .numbers = {255, 200, 3}),                 \
    CASE("block", EVEN, "exactly one block of rows", .numbers = {256, 200, 3}),                \
    CASE("more", RAGGED, "a second block with a single row",                                   \
         .numbers = {257, 200, 3}, .flags = CHECKED),                                          \
    CASE("less-than-1024", RAGGED, "a row less than the largest block",                        \
         .numbers = {1023, 40, 2}),                                                            \
    CASE("more-than-1024", RAGGED, "a row more than the largest block",                        \
         .numbers = {1025, 40, 2}, .flags = COUNTED | EACH_ANEW),                              \
    CASE("whole-tiles", EVEN, "rows, entries and both together fill whole tiles",              \
         .numbers = {18432, 300, 3}, .flags = COUNTED, .seconds = 20),                         \
    CASE("long-rows", LONG_ROWS, "rows longer than a round of any block",                      \
         .numbers = {3, 9001, 4501}, .flags = WATCHED),                                        \
    CASE("edges", EDGES, "rows of 16 to 1024 entries, of one less and of one more",            \
         .numbers = {21, 1100, 0}, .flags = WATCHED),                                          \
    CASE("far-columns", RAGGED, "columns that need 17 bits", .numbers = {60, 70001, 5}),       \
    CASE("farthest-columns", RAGGED, "more columns than a float counts",                       \
         .numbers = {37, 46, 5}, .wide = {{"cols", 33554503}}),                                \
    ARRAYS_WITHIN(within),                                                                     \
    CASE("one", EVEN, "a single entry", .numbers = {1, 1, 1}),                                 \
    CASE("one-row", ALIKE, "a single row, full, of more entries than 16 bits count",           \
         .numbers = {1, 70001, 70001}),                                                        \
    CASE("one-column", RAGGED, "all entries want the same x", .numbers = {700, 1, 1}),         \
    CASE("empty-first", EMPTY_FIRST, "the first rows are empty", .numbers = {70, 60, 3}),      \
    CASE("empty-middle", EMPTY_MIDDLE, "rows in the middle are empty",                         \
         .numbers = {70, 60, 3}, .flags = CHECKED),                                            \
    CASE("empty-last", EMPTY_LAST, "the last rows are empty", .numbers = {70, 60, 3}),         \
    CASE("full-row", FULL_ROW, "one row is full, the others are nearly empty",                 \
         .numbers = {150, 900, 0}),                                                            \
    CASE("mostly-empty", FULL_ROW, "fewer entries than rows", .numbers = {2500, 20, 0}),       \
    CASE("two-lengths", TWO_LENGTHS, "a row with two entries, three with one",                 \
         .numbers = {4, 5, 0}),                                                                \
    CASE("banded", BANDED, "neighbours of the diagonal",                                       \
         .numbers = {200, 200, 7}, .flags = CHECKED | COUNTED),                                \
    CASE("laplace", LAPLACE, "five-point stencil on a 20 x 20 grid",                           \
         .numbers = {400, 400, 5}, .flags = MEASURED),                                         \
    CASE("power-law", POWER_LAW, "most rows short, few very long",                             \
         .numbers = {1500, 1200, 6}, .flags = MEASURED | (power_law)),                         \
    CASE("alike", ALIKE, "all values are 3", .numbers = {100, 90, 5}),                         \
    CASE("twice", TWICE, "two entries in every place", .numbers = {60, 50, 4}),                \
    CASE("stored-zeros", STORED_ZEROS, "an entry may be 0, and is no padding",                 \
         .numbers = {80, 80, 4}),                                                              \
    CASE("many", EVEN, "more rows than a capped grid has threads",                             \
         .numbers = {300007, 1000, 1}, .seconds = 20),                                         \
    CASE("no-entries", EVEN, "all rows are empty: zeros",                                      \
         .numbers = {30, 20, 0}, .flags = NO_KERNEL),                                          \
    CASE("no-columns", EVEN, "no x at all: zeros", .numbers = {9, 0, 0}, .flags = NO_KERNEL),  \
    CASE("no-rows", EVEN, "nothing to write, and no error left behind", .numbers = {0, 9, 0}), \
    CASE("nothing", EVEN, "nothing to do, and no error left behind", .numbers = {0, 0, 0}),    \
    CASE("input", FROM_FILE, "the file that INPUT= names",                                     \
         .numbers = {0}, .flags = FROM_INPUT | MEASURED | NO_KERNEL, .seconds = 60)

/* A float counts no further than 2^24, and no odd number beyond. As a float it is one less, of
 * which blocks of any size are full. */
enum { FAR = (1 << 24) + 1024 + 1 };

/* Empty rows between two halves take no entries: only their starts, which are zeros. */
#define FAR_ROWS                                                                               \
    CASE("beyond-24-bits", EMPTY_HALF, "more rows than a float counts",                        \
         .numbers = {34, 36, 3}, .wide = {{"rows", FAR}, {"ends", FAR + 1}})

#define WIDE_ROWS                                                                              \
    CASE("beyond-24-bits", EVEN, "more rows than a float counts", .numbers = {34, 36, 3},      \
         .wide = {{"rows", FAR}})

/* One row has all zeros between two halves: what lies behind them is the point. */
#define FAR_ENTRIES                                                                            \
    CASE("far-entries", EVEN, "more entries than a float counts", .numbers = {34, 41, 3},      \
         .wide = {{"nnz", 16777327}})

static const struct test_case csr_cases[] = {CASES(0, 100), FAR_ROWS, FAR_ENTRIES, {0}};
static const struct test_case coo_cases[] = {CASES(0, 100), WIDE_ROWS, FAR_ENTRIES, {0}};

#define WIDE_ELL                                                                               \
    WIDE_ROWS,                                                                                 \
    CASE("beyond-31-bits", EVEN, "more places than an int counts", .numbers = {34, 36, 12},    \
         .wide = {{"rows", 190000003}}),                                                       \
    CASE("beyond-32-bits", EVEN, "more places than 32 bits count", .numbers = {34, 36, 12},    \
         .wide = {{"rows", 390000003}})

static const struct test_case ell_cases[] = {CASES(0, 100), WIDE_ELL, {0}};

static const struct test_case hybrid_cases[] = {
    CASES(0, 100),
    WIDE_ELL,
    CASE("long-surplus", FULL_ROW, "a surplus of more entries than blocks have threads",
         .numbers = {3000, 3000, 0}, .flags = COUNTED),
    CASE("longest-surplus", FULL_ROW, "a surplus that many blocks have threads for",
         .numbers = {300, 70000, 0}, .flags = COUNTED),
    CASE("far-rows", FULL_ROW, "a surplus in a row whose number a float does not hold",
         .numbers = {34, 41, 0}, .wide = {{"rows", FAR}}),
    CASE("far-surplus", FULL_ROW, "more of it than 65535 blocks of 256 take",
         .numbers = {34, 41, 0}, .wide = {{"rest_nnz", 16777327}}),
    {0},
};

static const struct test_case jds_cases[] = {
    CASES(0, 100),
    CASE("beyond-24-bits", EVEN, "more rows than a float counts", .numbers = {34, 36, 3},
         .wide = {{"rows", FAR}, {"nnz", 3 * FAR}}),
    CASE("many-sections", TRIANGLE, "rows of more than a thousand lengths",
         .numbers = {1100, 1100, 0}, .flags = ONCE),
    {0},
};

/* Some whole tiles of a fast answer lie in arrays that begin anywhere. */
static const struct test_case fast_cases[] = {
    CASES(COUNTED, 300), FAR_ROWS, FAR_ENTRIES,
    CASE("entry-more", EVEN, "8193 entries: one more than tiles hold",
         .numbers = {2731, 300, 3}),
    {0}};
// clang-format on

/* --- the lab ------------------------------------------------------------------------------ */

const struct task tasks[] = {
    {
        .name = "spmv_csr",
        .first_step = "TODO 1, a kernel with one thread a row, and its launch",
        .number_names = "rows cols mean",
        .cases = csr_cases,
        .prepare = prepare_csr,
        .host_may_read = "starts",
        .expect = expect_csr,
        .technique = technique_rows,
        .most_loads = most_loads,
        .worked = {2775},
        .report = report_costs,
    },
    {
        .name = "spmv_ell",
        .first_step = "TODO 2, the same over a padded row that is stored column by column",
        .number_names = "rows cols mean",
        .cases = ell_cases,
        .prepare = prepare_ell,
        .expect = expect_ell,
        .technique = technique_ell,
        .most_loads = most_loads,
        .worked = {1649},
        .report = report_time,
    },
    {
        .name = "spmv_coo",
        .first_step = "TODO 3, one thread an entry, onto a y that was cleared",
        .number_names = "rows cols mean",
        .cases = coo_cases,
        .prepare = prepare_coo,
        .expect = expect_coo,
        .technique = technique_coo,
        .most_loads = most_loads,
        .worked = {1057},
        .report = report_time,
    },
    {
        .name = "spmv_hybrid",
        .first_step = "TODO 4, the two kernels that you have, one after the other",
        .number_names = "rows cols mean",
        .cases = hybrid_cases,
        .prepare = prepare_hybrid,
        .expect = expect_hybrid,
        .technique = technique_hybrid,
        .most_loads = most_loads_of_hybrid,
        .worked = {1127},
        .report = report_time,
    },
    {
        .name = "spmv_jds",
        .first_step = "TODO 5, one launch a section of rows of equal length",
        .number_names = "rows cols mean",
        .cases = jds_cases,
        .prepare = prepare_jds,
        .expect = expect_jds,
        .technique = technique_jds,
        .most_loads = most_loads,
        .worked = {1451},
        .report = report_time,
    },
    {
        .name = "spmv_fast",
        .first_step = "TODO 6 in stretch.cu, several threads a row",
        .number_names = "rows cols mean",
        .cases = fast_cases,
        .prepare = prepare_csr,
        .host_may_read = "starts",
        .expect = expect_csr,
        .technique = technique_balance,
        .most_loads = most_loads,
        .report = report_time,
        .stretch = true,
    },
    {0},
};
