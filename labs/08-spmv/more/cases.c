/* The judge's side of lab 08, more: inputs, references, bounds, cases and techniques. */
#include "matrices.h"

#include <string.h>

enum {
    TEXT = LAB_DATA, /* the matrix of the text */
    EVEN,            /* all rows alike */
    RAGGED,          /* rows of 0 to twice the mean */
    FULL_ROW,        /* one full row, the others with one entry or none */
    HOLES,           /* most rows are empty, the first and the last among them */
    FEW_COLUMNS,     /* entries in the first columns and in the last one alone */
    EMPTY_HALF,      /* the first half of the rows, so that more of such may follow them */
};

/* --- what a case hands out ---------------------------------------------------------------- */

static int64_t drawn_length(struct case_run *t, size_t row)
{
    size_t rows = count_of(t, "rows");
    int64_t mean = number(t, "mean");
    switch (data_kind(t)) {
    case RAGGED:
        return random_between(t, 0, 2 * mean);
    case FULL_ROW:
        return row == rows / 2 ? INT64_MAX : random_between(t, 0, 1);
    case EMPTY_HALF:
        return 2 * row < rows ? 0 : mean;
    case HOLES:
        return row % 16 == 7 ? random_between(t, 1, 2 * mean) : 0;
    default:
        return mean;
    }
}

/* Ascending columns, each from a part of its own of the row. */
static int drawn_column(struct case_run *t, int64_t place, int64_t length)
{
    int64_t cols = number(t, "cols");
    if (data_kind(t) == FEW_COLUMNS)
        return (int)(place + 1 < length ? place : cols - 1);
    return (int)random_between(t, place * cols / length, (place + 1) * cols / length - 1);
}

static const int text_starts[] = {0, 2, 2, 5, 7}, text_cols[] = {0, 2, 1, 2, 3, 0, 3};
static const float text_values[] = {3, 1, 2, 4, 1, 1, 1};

static struct csr drawn_matrix(struct case_run *t)
{
    size_t rows = count_of(t, "rows");
    int64_t cols = number(t, "cols");
    struct csr m = new_csr(rows);
    for (size_t row = 0; row < rows; row++) {
        int64_t length = data_kind(t) == TEXT ? text_starts[row + 1] - text_starts[row]
                                              : drawn_length(t, row);
        length = length < cols ? length : cols;
        for (int64_t k = 0; k < length; k++) {
            size_t at = m.nnz;
            bool text = data_kind(t) == TEXT;
            add_entry(&m, text ? text_cols[at] : drawn_column(t, k, length),
                      text ? text_values[at] : (float)(2 * random_unit(t) - 1));
        }
        m.starts[row + 1] = (int)m.nnz;
    }
    return m;
}

/* The matrix, and its sizes as numbers. */
static struct csr matrix_of_case(struct case_run *t)
{
    struct csr m = drawn_matrix(t);
    size_t group_cols = count_of(t, "group_cols"), tile_entries = count_of(t, "tile_entries");
    if (data_kind(t) == EMPTY_HALF)
        add_number(t, "ends", (int64_t)m.rows + 1);
    add_number(t, "nnz", (int64_t)m.nnz);
    add_number(t, "groups", (int64_t)((count_of(t, "cols") + group_cols - 1) / group_cols));
    add_number(t, "tiles", (int64_t)((m.nnz + tile_entries - 1) / tile_entries));
    memcpy(add_input(t, "starts", INT32, list(m.rows + 1)), m.starts,
           (m.rows + 1) * sizeof(int));
    return m;
}

static void prepare_spmv(struct case_run *t)
{
    struct csr m = matrix_of_case(t);
    struct grouped g = to_grouped(t, &m, RIGHT);
    memcpy(add_input(t, "begins", INT32, list(g.segments + 1)), g.begins,
           (g.segments + 1) * sizeof(int));
    memcpy(add_input(t, "col", UINT16, list(m.nnz)), g.col, m.nnz * sizeof *g.col);
    memcpy(add_input(t, "place", UINT16, list(m.nnz)), g.place, m.nnz * sizeof *g.place);
    memcpy(add_input(t, "value", FLOAT32, list(m.nnz)), g.value, m.nnz * sizeof *g.value);
    add_output(t, "product", FLOAT32, list(m.nnz));
    without_expectation(t, "product");
    float *x = add_input(t, "x", FLOAT32, list(count_of(t, "cols")));
    for (size_t col = 0; col < count_of(t, "cols"); col++)
        x[col] = data_kind(t) == TEXT ? (float)(col + 1) : (float)(2 * random_unit(t) - 1);
    add_output(t, "y", FLOAT32, list(m.rows));
    free_grouped(&g);
    free_csr(&m);
}

static void prepare_conversion(struct case_run *t)
{
    struct csr m = matrix_of_case(t);
    memcpy(add_input(t, "csr_col", INT32, list(m.nnz)), m.col, m.nnz * sizeof *m.col);
    memcpy(add_input(t, "csr_value", FLOAT32, list(m.nnz)), m.value, m.nnz * sizeof *m.value);
    add_output(t, "begins", INT32, list(count_of(t, "groups") * count_of(t, "tiles") + 1));
    add_output(t, "col", UINT16, list(m.nnz));
    add_output(t, "place", UINT16, list(m.nnz));
    add_output(t, "value", FLOAT32, list(m.nnz));
    free_csr(&m);
}

/* --- references --------------------------------------------------------------------------- */

static void expect_spmv(struct case_run *t)
{
    expect_sums(t, NULL);
}

static void expect_conversion(struct case_run *t)
{
    expect_grouped(t, RIGHT);
}

/* --- cases -------------------------------------------------------------------------------- */

/* A float counts no further than 2^24, and no odd number beyond. */
enum { FAR = (1 << 24) + 1024 + 1 };

// clang-format off
#define CASES                                                                                  \
    /* rows, cols, entries in a row on average, columns in a group, entries in a tile */       \
    CASE("text", TEXT, "the text's matrix, with x = 1, 2, 3, 4", .numbers = {4, 4, 0, 2, 3},   \
         .flags = CHECKED),                                                                    \
    CASE("ragged", RAGGED, "the last group and the last tile are short",                       \
         .numbers = {300, 250, 3, 64, 100}, .begins = {0, 0, 1}, .flags = CHECKED),            \
    CASE("whole", EVEN, "all groups and all tiles are whole",                                  \
         .numbers = {256, 256, 4, 64, 128}, .begins = {0, 0, 0, 1}, .flags = CHECKED),         \
    CASE("one-group", RAGGED, "all columns are in one group",                                  \
         .numbers = {200, 60, 3, 64, 100}),                                                    \
    CASE("one-tile", RAGGED, "all entries are in one tile",                                    \
         .numbers = {30, 250, 3, 32, 1000}),                                                   \
    CASE("one-segment", RAGGED, "one group and one tile", .numbers = {30, 25, 3, 32, 1000}),   \
    CASE("full-row", FULL_ROW, "a row that spans many tiles",                                  \
         .numbers = {150, 2003, 0, 512, 200}, .begins = {0, 0, 0, 0, 1}, .flags = CHECKED),    \
    CASE("holes", HOLES, "most rows are empty, and so are the first and the last ones",        \
         .numbers = {700, 300, 5, 100, 64}, .begins = {0, 0, 0, 0, 0, 1}, .flags = CHECKED),   \
    CASE("rows-end-tiles", EVEN, "each tile begins with a row",                                \
         .numbers = {96, 90, 8, 32, 64}),                                                      \
    CASE("few-columns", FEW_COLUMNS, "most groups have no entry",                              \
         .numbers = {200, 900, 4, 50, 150},                                                    \
         .begins = {0, 0, 0, 0, 0, 0, 1}, .flags = CHECKED),                                   \
    CASE("one-column", EVEN, "a single column", .numbers = {500, 1, 1, 64, 96}),               \
    CASE("one", EVEN, "a single entry", .numbers = {1, 1, 1, 1, 1}),                           \
    CASE("many-groups", RAGGED, "more groups than a block has threads",                        \
         .numbers = {40, 2100, 9, 2, 200}, .flags = WATCHED),                                  \
    CASE("single", RAGGED, "a group a column, and a tile an entry",                            \
         .numbers = {20, 30, 3, 1, 1}),                                                        \
    CASE("many-segments", EVEN, "more segments than 16 bits count",                            \
         .numbers = {260, 260, 4, 1, 4}),                                                      \
    CASE("groups-of-17-bits", RAGGED, "more groups than 16 bits count, or a grid is high",     \
         .numbers = {40, 66001, 9, 1, 200}, .flags = ONCE, .seconds = 20),                     \
    CASE("tiles-of-17-bits", EVEN, "more rows and tiles than 16 bits count",                   \
         .numbers = {66001, 90, 1, 64, 1}, .flags = ONCE, .seconds = 20),                      \
    CASE("anywhere", RAGGED, "arrays begin where nothing of more than 2 bytes could be "       \
         "loaded from the columns", .numbers = {300, 250, 6, 64, 200},                         \
         .begins = {1, 3, 1, 1, 3, 2, 1, 1}, .flags = CHECKED),                                \
    CASE("large", RAGGED, "more columns and entries than 48 KB hold: 62.5 KB a group and "     \
         "a tile", .numbers = {2100, 35003, 16, 16000, 16000}),                                \
    CASE("many", EVEN, "many groups and tiles, all of them long",                              \
         .numbers = {2048, 32768, 32, 2048, 4096}, .flags = WATCHED | COUNTED, .seconds = 20), \
    CASE("no-entries", EVEN, "all rows are empty", .numbers = {30, 20, 0, 8, 8},               \
         .flags = NO_KERNEL),                                                                  \
    CASE("no-columns", EVEN, "no x at all", .numbers = {9, 0, 0, 8, 8}, .flags = NO_KERNEL),   \
    CASE("no-rows", EVEN, "nothing to write but where segments begin",                         \
         .numbers = {0, 9, 0, 8, 8}, .flags = NO_KERNEL)
// clang-format on

/* Empty rows between two halves take no entries: only their starts, which are zeros. */
static const struct test_case spmv_cases[] = {
    CASES,
    CASE("beyond-24-bits", EMPTY_HALF, "more rows than a float counts",
         .numbers = {34, 90, 3, 16, 10}, .wide = {{"rows", FAR}, {"ends", FAR + 1}}),
    {0},
};

static const struct test_case conversion_cases[] = {CASES, {0}};

/* --- the technique ------------------------------------------------------------------------ */

/* Where blocks share the entries out, none has most of them. */
static const char *technique_blocks(const struct case_run *t,
                                    const struct simt_counters *counters)
{
    enum { MOST_OF_A_THREAD = 512 };
    return objection_to_few(t, counters, count_of(t, "nnz"), MOST_OF_A_THREAD, true);
}

/* Each entry's x comes out of shared memory, and so does its product again, unless a sum of
 * shared memory has taken it. */
static const char *objection_to_gathers(const struct simt_counters *counters, double entries)
{
    double words =
        (double)counters->shared_load.bytes / 4 + (double)counters->shared_atomic.lanes;
    if (words >= 1.9 * entries)
        return NULL;
    return objection("%.0f words come out of shared memory for %.0f entries: each has an x and "
                     "a product to take from there, and none to gather from global memory",
                     words, entries);
}

/* An entry has 12 bytes to be read: its column, value, product and place. A block reads the x
 * of a group or two. Half as much again leaves room for segments that begin within a sector,
 * and for rows and begins. A gather of x alone moves a sector an entry, 32 bytes. */
static const char *objection_to_reads(const struct case_run *t,
                                      const struct simt_counters *counters, double entries)
{
    enum { ENTRY = 12, SECTOR = 32 };
    double of_x = 4 * (double)number(t, "group_cols") * (double)counters->blocks;
    double most = (1.5 * ENTRY * entries + of_x) / SECTOR;
    double sectors = (double)counters->global_load.sectors;
    if (sectors <= most)
        return NULL;
    return objection("%.0f sectors of 32 bytes are read for %.0f entries; where columns, "
                     "values, products and places are read once, by neighbours, and x by "
                     "groups, it is %.0f at most",
                     sectors, entries, most);
}

/* Rows are added to y, and nothing else. */
static const char *objection_to_writes(const struct case_run *t,
                                       const struct simt_counters *counters, double entries)
{
    enum { WORDS_OF_SECTOR = 8 };
    double rows = (double)number(t, "rows"), tiles = (double)number(t, "tiles");
    double atomics = (double)counters->global_atomic.lanes;
    double stores = (double)counters->global_store.sectors;
    if (atomics > rows + 4 * tiles)
        return objection(
            "%.0f atomic operations on global memory for %.0f rows and %.0f tiles: "
            "a tile sums its rows in shared memory, and adds one sum a row at "
            "most",
            atomics, rows, tiles);
    if (stores <= 1.5 * entries / WORDS_OF_SECTOR + 2 * rows)
        return NULL;
    return objection("%.0f sectors of 32 bytes are written for %.0f entries and %.0f rows: a "
                     "product is written once, by neighbours",
                     stores, entries, rows);
}

static const char *technique_groups(const struct case_run *t,
                                    const struct simt_counters *counters)
{
    double entries = (double)number(t, "nnz");
    const char *wrong = objection_to_gathers(counters, entries);
    wrong = wrong ? wrong : objection_to_reads(t, counters, entries);
    wrong = wrong ? wrong : objection_to_writes(t, counters, entries);
    return wrong ? wrong : technique_blocks(t, counters);
}

const struct task tasks[] = {
    {
        .name = "spmv_grouped",
        .first_step = "TODO 1 writes the products of each group",
        .number_names = "rows cols mean group_cols tile_entries",
        .cases = spmv_cases,
        .prepare = prepare_spmv,
        .expect = expect_spmv,
        .technique = technique_groups,
    },
    {
        .name = "csr_to_grouped",
        .first_step = "TODO 3 finds where each segment begins",
        .number_names = "rows cols mean group_cols tile_entries",
        .cases = conversion_cases,
        .prepare = prepare_conversion,
        .expect = expect_conversion,
        .technique = technique_blocks,
    },
    {0},
};
