/* The judge's side of lab 03, more: inputs, references, cases and techniques. */
#include "lab.h"

static void prepare_matrix(struct case_run *t)
{
    size_t rows = count_of(t, "rows"), cols = count_of(t, "cols");
    add_input(t, "in", FLOAT32, matrix(rows, cols));
    add_output(t, "out", FLOAT32, matrix(cols, rows));
}

static void expect_transposed(struct case_run *t)
{
    const float *in = given(t, "in");
    struct shape shape = shape_of(t, "in");
    double *out = want(t, "out").value; /* exactly: elements only move */
    for (size_t row = 0; row < shape.rows; row++)
        for (size_t col = 0; col < shape.cols; col++)
            out[col * shape.rows + row] = in[row * shape.cols + col];
}

/* --- cases -------------------------------------------------------------------------------- */

// clang-format off
static const struct test_case cases[] = {
    /* rows, cols */
    CASE("small", INDEXED, "small enough to follow by hand", .numbers = {2, 3},
         .flags = CHECKED),
    CASE("one-tile", INDEXED, "one tile of 32 x 32", .numbers = {32, 32}, .flags = CHECKED),
    CASE("square", INDEXED, "several tiles each way", .numbers = {128, 128}),
    CASE("more", SIGNED, "a row and a column more than a tile",
         .numbers = {33, 33}, .flags = CHECKED),
    CASE("less", SIGNED, "a row and a column less than a tile", .numbers = {31, 31}),
    CASE("wide", SIGNED, "many more columns than rows", .numbers = {5, 300}, .flags = CHECKED),
    CASE("high", SIGNED, "many more rows than columns", .numbers = {300, 5}, .flags = CHECKED),
    CASE("whole-tiles", SIGNED, "whole tiles, not the same number each way",
         .numbers = {128, 192}, .flags = WATCHED | COUNTED),
    CASE("ragged", SIGNED, "neither rows nor columns fill their last tile, or sectors",
         .numbers = {100, 70}, .flags = CHECKED | COUNTED),
    CASE("row", SIGNED, "one row", .numbers = {1, 1000}),
    CASE("column", SIGNED, "one column", .numbers = {1000, 1}),
    CASE("one", SIGNED, "a single element", .numbers = {1, 1}),
    CASE("indexed", INDEXED, "a misplaced element shows", .numbers = {45, 77}),
    CASE("anywhere", SIGNED, "matrices that begin at no multiple of a float4",
         .numbers = {64, 96}, .begins = {1, 3}, .flags = WATCHED),
    CASE("many-blocks", SIGNED, "many blocks with ragged edges", .numbers = {707, 1301}),
    CASE("rows-17-bits", SIGNED, "more rows than a grid is high", .numbers = {70001, 3}),
    CASE("columns-17-bits", SIGNED, "more columns than that", .numbers = {3, 70001}),
    CASE("most-rows", SIGNED, "as many rows as there may be",
         .numbers = {34, 3}, .wide = {{"rows", 1000000}}),
    CASE("most-columns", SIGNED, "as many columns as there may be",
         .numbers = {3, 34}, .wide = {{"cols", 1000000}}),
    CASE("beyond-24-bits", SIGNED, "more elements than a float counts",
         .numbers = {34, 36}, .wide = {{"rows", 4108}, {"cols", 4099}}),
    CASE("beyond-blocks", SIGNED, "more elements than 65535 blocks of 1024 have threads",
         .numbers = {34, 36}, .wide = {{"rows", 31019}, {"cols", 31013}}),
    CASE("no-rows", UNIFORM, "nothing to do, and no error left behind", .numbers = {0, 5}),
    CASE("no-columns", UNIFORM, "nothing to do, and no error left behind", .numbers = {5, 0}),
    {0},
};
// clang-format on

/* --- the technique ------------------------------------------------------------------------ */

static const char *technique_elements(const struct case_run *t,
                                      const struct simt_counters *counters)
{
    enum { MOST_OF_A_THREAD = 64 };
    return objection_to_few(t, counters, elements_of(t, "in"), MOST_OF_A_THREAD, true);
}

/* Where warps read and write whole runs of neighbours, each sector of the two matrices is moved
 * once; twice leaves room for rows that begin within a sector, for tiles that are cut off, and
 * for stores of half a sector. Where one side lies across, it is 4.5 times: a sector an element
 * there. */
static const char *technique_sectors(const struct case_run *t,
                                     const struct simt_counters *counters)
{
    enum { WORDS_OF_A_SECTOR = 8, MOST_TIMES = 2 };
    double least = 2 * (double)elements_of(t, "in") / WORDS_OF_A_SECTOR;
    double loads = (double)counters->global_load.sectors;
    double stores = (double)counters->global_store.sectors;
    if (loads + stores <= MOST_TIMES * least)
        return NULL;
    return objection(
        "%.0f sectors of 32 bytes are read and %.0f written, where %.0f of each hold a "
        "matrix: a warp %s places that are far from each other; let it %s whole rows of a "
        "tile, and turn the tile in shared memory",
        loads, stores, least / 2, loads > stores ? "reads" : "writes",
        loads > stores ? "read" : "write");
}

/* A column of a tile of 32 x 32 lies in one bank: 31 lanes wait, and 7 in one of 16 x 16. One
 * that waits a request, on average, is let pass: a tile of 16 rows of 17 has that. */
static const char *technique_banks(const struct case_run *t,
                                   const struct simt_counters *counters)
{
    const struct simt_shared_traffic *load = &counters->shared_load;
    const struct simt_shared_traffic *store = &counters->shared_store;
    double requests = (double)(load->requests + store->requests);
    double waits = (double)(load->conflicts + store->conflicts);
    const char *few = technique_elements(t, counters);
    if (waits > requests)
        return objection(
            "warps go to shared memory %.0f times, and lanes wait %.0f times for another "
            "that wants the same bank: a column of the tile lies in few banks; where does "
            "its next row have to begin?",
            requests, waits);
    return few ? few : technique_sectors(t, counters);
}

/* Each element once, by whole warps, is a 32nd of them; narrow tiles have more. */
static uint64_t most_loads(const struct case_run *t)
{
    return elements_of(t, "in") / 4;
}

const struct task tasks[] = {
    {
        .name = "transpose_naive",
        .first_step = "TODO 1 moves one element with each thread",
        .number_names = "rows cols",
        .cases = cases,
        .prepare = prepare_matrix,
        .expect = expect_transposed,
        .tile = {32, 32},
        .technique = technique_elements,
        .most_loads = most_loads,
        .worked = {27648},
    },
    {
        .name = "transpose_tiled",
        .first_step = "TODO 2, by a tile in shared memory",
        .number_names = "rows cols",
        .cases = cases,
        .prepare = prepare_matrix,
        .expect = expect_transposed,
        .tile = {32, 32},
        .technique = technique_banks,
        .most_loads = most_loads,
        .worked = {6144, 1536},
    },
    {0},
};
