/* The judge's side of lab 03: inputs, references, cases and techniques. */
#include "lab.h"
#include "reference.h"

static void prepare_square(struct case_run *t)
{
    size_t n = count_of(t, "n");
    add_input(t, "a", FLOAT32, matrix(n, n));
    add_input(t, "b", FLOAT32, matrix(n, n));
    add_output(t, "c", FLOAT32, matrix(n, n));
}

/* --- cases -------------------------------------------------------------------------------- */

// clang-format off
static const struct test_case square_cases[] = {
    CASE("odd-tiles", SIGNED, "three tiles each way, no whole tiles of 32",
         .numbers = {48}, .flags = CHECKED | COUNTED),
    CASE("whole-tiles", ZEROS, "several tiles each way, and zeros among the elements",
         .numbers = {64}),
    CASE("one-tile", INDEXED, "a single tile, not aligned to 16 bytes", .numbers = {16},
         .flags = WATCHED, .begins = {2, 2, 2}),
    CASE("indexed", INDEXED, "a misplaced element shows", .numbers = {32}),
    CASE("equal", EQUAL, "all elements alike", .numbers = {80}),
    CASE("many-tiles", SIGNED, "ten tiles each way", .numbers = {160}),
    CASE("many-blocks", SIGNED, "many blocks", .numbers = {96}, .flags = COUNTED),
    CASE("large-tiles", SIGNED, "whole tiles of up to 512", .numbers = {512},
         .flags = ONCE | SAMPLED),
    CASE("anywhere", SIGNED, "matrices that begin at no multiple of a float4",
         .numbers = {32}, .flags = CHECKED, .begins = {1, 2, 3}),
    CASE("c-anywhere", SIGNED, "only c does", .numbers = {64}, .flags = WATCHED,
         .begins = {0, 0, 1}),
    CASE("empty", UNIFORM, "nothing to do, and no error left behind", .numbers = {0}),
    CASE("many-terms", SIGNED, "more than 128 tiles each way", .numbers = {32},
         .wide = {{"n", 2064}}, .nearer = 496, .flags = SAMPLED, .seconds = 3),
    CASE("beyond-24-bits", SIGNED, "more elements than a float counts, and 256 tiles",
         .numbers = {32}, .wide = {{"n", 4112}}, .nearer = 4064, .flags = SAMPLED,
         .seconds = 1),
    CASE("beyond-15-bits", SIGNED, "more rows and columns than a short counts",
         .numbers = {32}, .wide = {{"n", 32784}}, .nearer = 32752, .flags = SAMPLED,
         .seconds = 3),
    CASE("beyond-31-bits", SIGNED, "more elements than an int counts", .numbers = {32},
         .wide = {{"n", 46400}}),
    {0},
};

/* m, n, k. First what isolates one guard; k is long enough that all mistakes differ. */
#define PRODUCT_CASES(ragged)                                                                  \
    CASE("whole-tiles", SIGNED, "no tile reaches past its matrix; not aligned to 16 bytes",    \
         .numbers = {32, 64, 96}, .flags = WATCHED, .begins = {2, 2, 2}),                      \
    CASE("ragged-columns", SIGNED, "only n is no multiple of the tile",                        \
         .numbers = {32, 47, 48}),                                                             \
    CASE("ragged-rows", SIGNED, "only m is no multiple of the tile", .numbers = {47, 32, 48}), \
    CASE("ragged-sum", SIGNED, "only k is no multiple of the tile", .numbers = {32, 48, 95}),  \
    CASE("less", SIGNED, "one less than a tile each way", .numbers = {15, 15, 15}),            \
    CASE("row-more", SIGNED, "a tile and one more row", .numbers = {17, 16, 16}),              \
    CASE("column-more", SIGNED, "a tile and one more column", .numbers = {16, 17, 16}),        \
    CASE("term-more", SIGNED, "a tile and one more term",                                      \
         .numbers = {16, 16, 17}, .flags = CHECKED),                                           \
    CASE("less-than-32", ZEROS, "one less than a tile of 32, and zeros among the elements",    \
         .numbers = {31, 31, 31}),                                                             \
    CASE("more-than-32", SIGNED, "one more than a tile of 32",                                 \
         .numbers = {33, 33, 33}, .flags = CHECKED),                                           \
    CASE("one", SIGNED, "a single element", .numbers = {1, 1, 1}),                             \
    CASE("indexed", INDEXED, "a misplaced element shows", .numbers = {20, 23, 29}),            \
    CASE("equal", EQUAL, "all elements alike", .numbers = {40, 50, 60}),                       \
    CASE("wide", SIGNED, "c is wide", .numbers = {5, 300, 20}, .flags = EACH_ANEW),            \
    CASE("high", SIGNED, "c is high", .numbers = {300, 5, 20}),                                \
    CASE("long-sum", SIGNED, "k exceeds m and n", .numbers = {20, 30, 1000}),                  \
    CASE("row-by-column", SIGNED, "a single dot product", .numbers = {1, 1, 999}),             \
    CASE("outer", SIGNED, "k = 1: each element is one product", .numbers = {70, 50, 1}),       \
    CASE("text", UNIFORM, "the text's shape at a quarter of its size",                         \
         .numbers = {127, 255, 511}),                                                          \
    CASE("divisible", SIGNED, "whole tiles of 8, 12, 15 or 16",                                \
         .numbers = {240, 240, 32}, .flags = COUNTED),                                         \
    CASE("ragged-blocks", SIGNED, "many blocks, and none of the last ones whole",              \
         .numbers = {65, 49, 17}, .flags = WATCHED | (ragged)),                                \
    CASE("all-whole", SIGNED, "whole tiles of up to 128 each way",                             \
         .numbers = {128, 128, 128}, .flags = WATCHED),                                        \
    CASE("large-tiles", SIGNED, "whole tiles of up to 256 each way",                           \
         .numbers = {256, 256, 256},                                                           \
         .flags = ONCE),                                                                       \
    CASE("terms-alone", SIGNED, "only k is no multiple of a tile of up to 128",                \
         .numbers = {128, 128, 99}),                                                           \
    CASE("columns-alone", SIGNED, "only n is none", .numbers = {128, 97, 32}),                 \
    CASE("rows-alone", SIGNED, "only m is none", .numbers = {97, 128, 32}),                    \
    CASE("rows-1024", SIGNED, "rows in whole tiles of up to 1024", .numbers = {1024, 3, 2}),   \
    CASE("rows-1025", SIGNED, "a row more than that", .numbers = {1025, 3, 2}),                \
    CASE("rows-1023", SIGNED, "a row less than that", .numbers = {1023, 3, 2}),                \
    CASE("columns-1024", SIGNED, "columns in whole tiles of up to 1024",                       \
         .numbers = {3, 1024, 2}),                                                             \
    CASE("columns-1025", SIGNED, "a column more than that", .numbers = {3, 1025, 2}),          \
    CASE("columns-1023", SIGNED, "a column less than that", .numbers = {3, 1023, 2}),          \
    CASE("terms-1024", SIGNED, "terms in whole tiles of up to 1024",                           \
         .numbers = {3, 3, 1024}, .flags = ONCE),                                              \
    CASE("terms-1025", SIGNED, "a term more than that",                                        \
         .numbers = {9, 7, 1025}, .flags = WATCHED | ONCE),                                    \
    CASE("terms-1023", SIGNED, "a term less than that",                                        \
         .numbers = {3, 3, 1023}, .flags = ONCE),                                              \
    CASE("rows-17-bits", SIGNED, "more rows than 16 bits count",                               \
         .numbers = {65553, 1, 1}, .flags = ONCE),                                             \
    CASE("anywhere", SIGNED, "matrices that begin at no multiple of a float4",                 \
         .numbers = {128, 128, 16}, .flags = WATCHED, .begins = {1, 2, 3}),                    \
    CASE("a-anywhere", SIGNED, "only a does",                                                  \
         .numbers = {128, 128, 16}, .flags = WATCHED, .begins = {1, 0, 0}),                    \
    CASE("b-anywhere", SIGNED, "only b does",                                                  \
         .numbers = {128, 128, 16}, .flags = WATCHED, .begins = {0, 1, 0}),                    \
    CASE("c-anywhere", SIGNED, "only c does",                                                  \
         .numbers = {128, 128, 16}, .flags = WATCHED, .begins = {0, 0, 1}),                    \
    CASE("rows-anywhere", SIGNED, "the rows of a and b begin at no multiple of a float4",      \
         .numbers = {128, 126, 18}, .flags = WATCHED),                                         \
    CASE("no-sum", UNIFORM, "k = 0: every element is 0",                                       \
         .numbers = {9, 7, 0}, .flags = NO_KERNEL),                                            \
    CASE("no-rows", UNIFORM, "nothing to do, and no error left behind", .numbers = {0, 7, 9}), \
    CASE("no-columns", UNIFORM, "nothing to do, and no error left behind",                     \
         .numbers = {7, 0, 9}),                                                                \
    CASE("many-tiles", SIGNED, "a tile of 8, 16 or 32 more than 65535 blocks have",            \
         .numbers = {3, 34, 2}, .wide = {{"n", 2097121}}, .nearer = 65521, .flags = SAMPLED),  \
    CASE("more-tiles", SIGNED, "a tile of them more than 4096 blocks have, or 65536",          \
         .numbers = {3, 34, 2}, .wide = {{"n", 2097153}}, .nearer = 65521, .flags = SAMPLED),  \
    CASE("tiles-down", SIGNED, "a tile of 8, 16 or 32 rows more than 65535 blocks have",       \
         .numbers = {34, 3, 2}, .wide = {{"m", 2097121}}, .nearer = 65521,                     \
         .flags = SAMPLED | MAY_BE_REFUSED),                                                   \
    CASE("beyond-31-bits", SIGNED, "c has more elements than an int counts",                   \
         .numbers = {34, 36, 5}, .wide = {{"m", 47981}, {"n", 48007}}),                        \
    CASE("beyond-32-bits", SIGNED, "c has more elements than 32 bits count",                   \
         .numbers = {34, 36, 5}, .wide = {{"m", 65557}, {"n", 65563}}),                        \
    CASE("long-rows", SIGNED, "a has more elements than an int counts",                        \
         .numbers = {34, 5, 36}, .wide = {{"m", 47981}, {"k", 48007}})
// clang-format on

/* --- the technique ------------------------------------------------------------------------ */

/* Where several blocks share a sum, each adds its part of TILE terms or more to c by an atomic
 * operation. More of them read what others load. */
static double parts_added(const struct simt_counters *counters, double outputs, double parts)
{
    double atomics = (double)counters->global_atomic.lanes;
    return atomics < outputs * parts ? atomics : outputs * parts;
}

/* A tile of TILE x TILE is loaded once for TILE rows or columns of c, so a is loaded once for
 * each column of tiles of c, and b once for each row of tiles. Wider tiles load less, and high
 * ones make up for narrow ones where all of them are whole. Of words that serve less than two
 * terms on average, some serve one: they are not in tiles at all. Small products may be one
 * block's. */
static const char *technique_tiles(const struct case_run *t,
                                   const struct simt_counters *counters)
{
    enum { TILE = 16, MOST_OF_A_THREAD = 512, MOST_OF_A_BLOCK = 9000 };
    struct shape c = shape_of(t, "c");
    double k = (double)shape_of(t, "a").cols, outputs = (double)(c.rows * c.cols);
    double tile_columns = (double)((c.cols + TILE - 1) / TILE);
    double tile_rows = (double)((c.rows + TILE - 1) / TILE);
    double words = words_loaded(counters) - parts_added(counters, outputs, k / TILE);
    double numbers = outputs / TILE; /* of tiles, where blocks draw them atomically */
    /* At the edges others may do it differently, but not all of it. Blocks that have two tiles
     * each may load for one that is not there; and so may a grid of a row and a column of
     * blocks too many, as n / TILE + 1 makes it. */
    bool is_ragged = c.rows % TILE || c.cols % TILE;
    bool has_more = (double)counters->threads > outputs;
    double vain = is_ragged  ? 0
                  : has_more ? k * (double)(c.rows + c.cols)
                             : k * (double)(c.rows > c.cols ? c.rows : c.cols);
    double budget = (is_ragged ? 3 : 1) * ((double)c.rows * k * tile_columns +
                                           (double)c.cols * k * tile_rows + numbers) +
                    vain;
    const char *one = objection_to_one_of_a_block(counters, (size_t)outputs);
    if (words <= budget)
        return one ? one
                   : objection_to_few(t, counters, (size_t)outputs, MOST_OF_A_THREAD,
                                      outputs > MOST_OF_A_BLOCK);
    return objection(
        "it loads %.1f words of a and b for each element of c; tiles of %d x %d in shared "
        "memory need %.1f%s",
        words / outputs, TILE, TILE, budget / outputs,
        2 * outputs * k < 2 * words ? ""
                                    : ": the tiles are too small, as a word serves only "
                                      "as many terms as its tile is high or wide");
}

/* A thread that has one element of c takes two words from shared memory for each term. Both are
 * asked for: a thread may hold words in registers for others, and a compiler may load a word
 * again for each of several elements where the source names it again. */
static const char *technique_several(const struct case_run *t,
                                     const struct simt_counters *counters)
{
    struct shape c = shape_of(t, "c");
    double outputs = (double)(c.rows * c.cols), k = (double)shape_of(t, "a").cols;
    double words = (double)counters->shared_load.bytes / 4;
    const char *to_tiles = technique_tiles(t, counters);
    if (to_tiles || words < 2 * outputs * k || (double)counters->threads < outputs)
        return to_tiles;
    return objection(
        "a thread has one element of c, and each term takes %.1f words from shared memory; "
        "let a thread compute several, in registers, so that a word serves several terms",
        words / (outputs * k));
}

/* A word that is brought into a tile of 16 serves 16 terms; a warp brings several at once. */
static uint64_t most_loads(const struct case_run *t)
{
    return 2 * elements_of(t, "c") * shape_of(t, "a").cols / 16 / 4;
}

static const struct test_case tiled_cases[] = {
    PRODUCT_CASES(COUNTED), /* lest tiles are for whole ones alone */
    CASE("columns-17-bits", SIGNED, "more columns than 16 bits count", .numbers = {1, 65553, 1},
         .flags = ONCE),
    CASE("terms-17-bits", INDEXED, "more terms than 16 bits count", .numbers = {1, 1, 65553},
         .flags = ONCE),
    {0},
};

static const struct test_case fast_cases[] = {
    PRODUCT_CASES(0),
    CASE("large-tiles-down", SIGNED, "a tile of 64 or 128 rows more than 65535 blocks have",
         .numbers = {34, 3, 2}, .wide = {{"m", 8388481}}, .nearer = 65521,
         .flags = SAMPLED | MAY_BE_REFUSED),
    CASE("less-than-64", SIGNED, "one less than a tile of 64", .numbers = {63, 63, 63}),
    CASE("more-than-64", SIGNED, "one more than a tile of 64", .numbers = {65, 65, 65}),
    CASE("several-large", SIGNED, "several tiles of 128", .numbers = {256, 128, 32},
         .flags = WATCHED),
    CASE("more-than-128", SIGNED, "a little more than tiles of 128",
         .numbers = {129, 257, 130}),
    CASE("one-column", SIGNED, "a column of many elements, with few terms each",
         .numbers = {4099, 1, 27}, .flags = WATCHED),
    CASE("deep-column", SIGNED, "the same, with more terms", .numbers = {4097, 1, 131},
         .flags = ONCE),
    {0},
};

/* A tile's threads compute all of its elements, those beyond the matrix, too. */
static double work_of_tiles(const struct case_run *t)
{
    struct shape c = shape_of(t, "c");
    double whole = (double)((c.rows + 15) / 16 * 16) * (double)((c.cols + 15) / 16 * 16);
    return whole * (2 * (double)shape_of(t, "a").cols + 1);
}

/* --- the lab ------------------------------------------------------------------------------ */

const struct task tasks[] = {
    {
        .name = "matmul_tiled_square",
        .first_step = "TODO 3 launches the kernel, TODO 1 and 2 are its tiles and its sum",
        .number_names = "n",
        .cases = square_cases,
        .prepare = prepare_square,
        .expect = expect_product,
        .tile = {16, 16},
        .technique = technique_tiles,
        .least_shares = 2,
        .most_loads = most_loads,
        .worked = {2016, 7344},
        .work = work_of_tiles,
    },
    {
        .name = "matmul_tiled",
        .first_step = "TODO 4, the same with a guard at each load and at the store",
        .number_names = "m n k",
        .cases = tiled_cases,
        .prepare = prepare_product,
        .expect = expect_product,
        .tile = {16, 16},
        .technique = technique_tiles,
        .least_shares = 2,
        .most_loads = most_loads,
        .worked = {36000, 122400},
        .work = work_of_tiles,
    },
    {
        .name = "matmul_fast",
        .first_step = "TODO 6 in stretch.cu, more than one element a thread",
        .number_names = "m n k",
        .cases = fast_cases,
        .prepare = prepare_product,
        .expect = expect_product,
        .tile = {16, 16},
        .technique = technique_several,
        .least_shares = 2,
        .most_loads = most_loads,
        .work = work_of_tiles,
        .stretch = true,
    },
    {0},
};
