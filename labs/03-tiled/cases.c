/* The judge's side of lab 03: inputs, references, bounds and cases. */
#include "lab.h"
#include "reference.h"

#include <math.h>

static void prepare_square(struct trial *t)
{
    size_t n = (size_t)number(t, "n");
    add_input(t, "a", FLOAT32, matrix(n, n));
    add_input(t, "b", FLOAT32, matrix(n, n));
    add_output(t, "c", FLOAT32, matrix(n, n));
}

/* --- what mistakes with tiles compute ----------------------------------------------------- */

/* Where a tiled product stands: it adds a term to c[row][col] for each l below k, and goes on
 * to the end of the last tile, where a right one adds zeros. */
struct step {
    struct matrix_view a, b;
    size_t m, n, k, tile, row, col, l;
};

static double a_at(const struct step *s, size_t row, size_t col)
{
    return row < s->m && col < s->k ? s->a.at[row * s->a.ld + col] : 0;
}

static double b_at(const struct step *s, size_t row, size_t col)
{
    return row < s->k && col < s->n ? s->b.at[row * s->b.ld + col] : 0;
}

static double right_term(const struct step *s)
{
    return a_at(s, s->row, s->l) * b_at(s, s->l, s->col);
}

static double right_term_if(const struct step *s, bool counted)
{
    return counted ? right_term(s) : 0;
}

/* The first index of i's tile, and i's place in it. */
static size_t start(const struct step *s, size_t i)
{
    return i / s->tile * s->tile;
}

static size_t inside(const struct step *s, size_t i)
{
    return i % s->tile;
}

typedef double term_function(const struct step *s);

/* c as the sum of such terms, for tiles of that width. */
static void expect_terms(struct trial *t, term_function *term, size_t tile)
{
    struct shape shape = shape_of(t, "c");
    struct want c = want(t, "c");
    struct step s = {.a = view(t, "a"),
                     .b = view(t, "b"),
                     .m = shape.rows,
                     .n = shape.cols,
                     .k = shape_of(t, "a").cols,
                     .tile = tile};
    size_t end = start(&s, s.k + tile - 1);
    for (s.row = 0; s.row < s.m; s.row++) {
        for (s.col = 0; s.col < s.n; s.col++, c.value++, c.bound++) {
            for (s.l = 0; s.l < end; s.l++) {
                double added = term(&s);
                *c.value += added;
                *c.bound += error_gamma((double)end) * fabs(added);
            }
        }
    }
}

/* Defines the l-th term that a mistake adds, for the handout's tiles and for those of 32. */
#define MISTAKE(name, added)                                                                   \
    static double name(const struct step *s)                                                   \
    {                                                                                          \
        return added;                                                                          \
    }                                                                                          \
    static void name##_16(struct trial *t)                                                     \
    {                                                                                          \
        expect_terms(t, name, 16);                                                             \
    }                                                                                          \
    static void name##_32(struct trial *t)                                                     \
    {                                                                                          \
        expect_terms(t, name, 32);                                                             \
    }

MISTAKE(first_tile_only, right_term_if(s, s->l < s->tile))
MISTAKE(last_tile_only, right_term_if(s, s->l >= start(s, s->k - 1)))
MISTAKE(whole_tiles_only, right_term_if(s, s->l < start(s, s->k)))
MISTAKE(all_but_last_tile, right_term_if(s, s->l < start(s, s->k - 1)))
MISTAKE(same_tile_again, a_at(s, s->row, inside(s, s->l)) * b_at(s, inside(s, s->l), s->col))

/* Where l has left the matrices, the tiles hold what the step before left there. */
MISTAKE(not_zeroed, s->l < s->k
                        ? right_term(s)
                        : a_at(s, s->row, s->l - s->tile) * b_at(s, s->l - s->tile, s->col))

/* A thread loads only if it has an element of c: the others' places in both tiles are 0. */
MISTAKE(guarded_by_c, right_term_if(s, start(s, s->row) + inside(s, s->l) < s->m &&
                                           start(s, s->col) + inside(s, s->l) < s->n))

MISTAKE(a_tile_transposed,
        a_at(s, start(s, s->row) + inside(s, s->l), start(s, s->l) + inside(s, s->row)) *
            b_at(s, s->l, s->col))
MISTAKE(b_tile_transposed, a_at(s, s->row, s->l) * b_at(s, start(s, s->l) + inside(s, s->col),
                                                        start(s, s->col) + inside(s, s->l)))
MISTAKE(a_tile_misplaced,
        a_at(s, start(s, s->l) + inside(s, s->row), start(s, s->row) + inside(s, s->l)) *
            b_at(s, s->l, s->col))
MISTAKE(b_tile_misplaced, a_at(s, s->row, s->l) * b_at(s, start(s, s->col) + inside(s, s->l),
                                                       start(s, s->l) + inside(s, s->col)))
MISTAKE(a_row_of_b, a_at(s, start(s, s->l) + inside(s, s->row), s->l) * b_at(s, s->l, s->col))
MISTAKE(b_column_of_a,
        a_at(s, s->row, s->l) * b_at(s, s->l, start(s, s->l) + inside(s, s->col)))

MISTAKE(both_tiles_transposed,
        a_at(s, start(s, s->row) + inside(s, s->l), start(s, s->l) + inside(s, s->row)) *
            b_at(s, start(s, s->l) + inside(s, s->col), start(s, s->col) + inside(s, s->l)))

/* Past the last term the tiles hold ones. */
MISTAKE(filled_with_ones, s->l < s->k ? right_term(s) : 1)

/* The element where one would lie if rows began `pitch` apart; behind the array is NaN. */
static double misread(const struct matrix_view *x, size_t count, size_t row, size_t col,
                      size_t pitch)
{
    return row * pitch + col < count ? x->at[row * pitch + col] : NAN;
}

static double a_rows_n_apart(const struct step *s)
{
    return misread(&s->a, s->m * s->k, s->row, s->l, s->n) * b_at(s, s->l, s->col);
}

static void expect_a_rows_n_apart(struct trial *t)
{
    expect_terms(t, a_rows_n_apart, 1);
}

static double b_rows_k_apart(const struct step *s)
{
    return a_at(s, s->row, s->l) * misread(&s->b, s->k * s->n, s->l, s->col, s->k);
}

static void expect_b_rows_k_apart(struct trial *t)
{
    expect_terms(t, b_rows_k_apart, 1);
}

#define RIVAL(name, says)                                                                      \
    {#name, name##_16, says, false},                                                           \
    {                                                                                          \
#name, name##_32, says, false                                                          \
    }

static const struct rival product_rivals[] = {
    RIVAL(first_tile_only,
          "these are the first tile's terms only: does the loop over the tiles "
          "go on?"),
    RIVAL(last_tile_only,
          "this is the last tile's part of the sum: the accumulator is set to 0 "
          "again in each tile"),
    RIVAL(whole_tiles_only,
          "the last k % TILE terms are missing: the number of tiles along k is "
          "rounded down"),
    RIVAL(all_but_last_tile,
          "the last tile's part of the sum is missing: does the loop over the "
          "tiles end a step early?"),
    RIVAL(same_tile_again,
          "each step adds the first tile again: the step is missing where a and "
          "b are loaded"),
    RIVAL(not_zeroed,
          "past the last of the k terms the tiles still hold the step before: where "
          "a tile reaches past its matrix, fill it with zeros"),
    RIVAL(guarded_by_c,
          "terms are missing in the edge blocks: a and b are loaded only by threads "
          "that have an element of c; guard each load by the bounds of its own "
          "matrix"),
    RIVAL(a_tile_transposed, "row and column of a's tile are exchanged where you store or read "
                             "it"),
    RIVAL(b_tile_transposed, "row and column of b's tile are exchanged where you store or read "
                             "it"),
    RIVAL(both_tiles_transposed, "row and column are exchanged where you read both tiles"),
    RIVAL(filled_with_ones, "past the last of the k terms the tiles hold ones, and their "
                            "products are added: where a tile reaches past its matrix, fill it "
                            "with zeros"),
    {"a_rows_n_apart", expect_a_rows_n_apart,
     "this is what reading the rows of a n elements apart gives: a has k columns, so its rows "
     "begin k apart",
     false},
    {"b_rows_k_apart", expect_b_rows_k_apart,
     "this is what reading the rows of b k elements apart gives: b has n columns, so its rows "
     "begin n apart",
     false},
    RIVAL(a_tile_misplaced,
          "a's tile comes from elsewhere: the block's row and the step along k "
          "are exchanged in its address"),
    RIVAL(b_tile_misplaced,
          "b's tile comes from elsewhere: the block's column and the step along "
          "k are exchanged in its address"),
    RIVAL(a_row_of_b, "a's tile is loaded from the row that b's tile wants: its row is that of "
                      "c"),
    RIVAL(b_column_of_a,
          "b's tile is loaded from the column that a's tile wants: its column is "
          "that of c"),
    {"a-transposed", expect_a_transposed,
     "this is the product with a transposed: its row and column are exchanged where you load "
     "it",
     false},
    {"b-transposed", expect_b_transposed,
     "this is the product with b transposed: its row and column are exchanged where you load "
     "it",
     false},
    {0},
};

/* --- cases -------------------------------------------------------------------------------- */

// clang-format off
static const struct test_case square_cases[] = {
    {"odd-tiles", {48}, SIGNED, "three tiles each way, no whole tiles of 32", CHECKED | COUNTED, 0},
    {"whole-tiles", {64}, SIGNED, "several tiles each way", 0, 0},
    {"one-tile", {16}, INDEXED, "a single tile", 0, 0},
    {"indexed", {32}, INDEXED, "a misplaced element shows", 0, 0},
    {"equal", {80}, EQUAL, "all elements alike", 0, 0},
    {"many-tiles", {160}, SIGNED, "ten tiles each way", 0, 0},
    {"empty", {0}, UNIFORM, "nothing to do, and no error left behind", 0, 0},
    {0},
};

/* m, n, k. First what isolates one guard; k is long enough that all mistakes differ. */
#define PRODUCT_CASES                                                                        \
    {"whole-tiles", {32, 64, 96}, SIGNED, "no tile reaches past its matrix", 0, 0},          \
    {"ragged-columns", {32, 47, 48}, SIGNED, "only n is no multiple of the tile", 0, 0},     \
    {"ragged-rows", {47, 32, 48}, SIGNED, "only m is no multiple of the tile", 0, 0},        \
    {"ragged-sum", {32, 48, 95}, SIGNED, "only k is no multiple of the tile", 0, 0},         \
    {"less", {15, 15, 15}, SIGNED, "one less than a tile each way", 0, 0},                   \
    {"row-more", {17, 16, 16}, SIGNED, "a tile and one more row", 0, 0},                     \
    {"column-more", {16, 17, 16}, SIGNED, "a tile and one more column", 0, 0},               \
    {"term-more", {16, 16, 17}, SIGNED, "a tile and one more term", CHECKED, 0},             \
    {"less-than-32", {31, 31, 31}, SIGNED, "one less than a tile of 32", 0, 0},              \
    {"more-than-32", {33, 33, 33}, SIGNED, "one more than a tile of 32", CHECKED, 0},        \
    {"one", {1, 1, 1}, SIGNED, "a single element", 0, 0},                                    \
    {"indexed", {20, 23, 29}, INDEXED, "a misplaced element shows", 0, 0},                   \
    {"equal", {40, 50, 60}, EQUAL, "all elements alike", 0, 0},                              \
    {"wide", {5, 300, 20}, SIGNED, "c is wide", 0, 0},                                       \
    {"high", {300, 5, 20}, SIGNED, "c is high", 0, 0},                                       \
    {"long-sum", {20, 30, 1000}, SIGNED, "k exceeds m and n", 0, 0},                         \
    {"row-by-column", {1, 1, 999}, SIGNED, "a single dot product", 0, 0},                    \
    {"outer", {70, 50, 1}, SIGNED, "k = 1: each element is one product", 0, 0},              \
    {"text", {127, 255, 511}, UNIFORM, "the text's shape at a quarter of its size", 0, 0},   \
    {"divisible", {240, 240, 32}, SIGNED, "whole tiles of 8, 12, 15 or 16", COUNTED, 0},   \
    {"no-sum", {9, 7, 0}, UNIFORM, "k = 0: every element is 0", NO_KERNEL, 0},               \
    {"no-rows", {0, 7, 9}, UNIFORM, "nothing to do, and no error left behind", 0, 0},        \
    {"no-columns", {7, 0, 9}, UNIFORM, "nothing to do, and no error left behind", 0, 0}
// clang-format on

/* --- the technique ------------------------------------------------------------------------ */

/* A tile of TILE x TILE is loaded once for TILE rows or columns of c, so a is loaded once for
 * each column of tiles of c, and b once for each row of tiles. Wider tiles load less, and high
 * ones make up for narrow ones where all of them are whole. Of words that serve less than two
 * terms on average, some serve one: they are not in tiles at all. */
static const char *technique_tiles(const struct trial *t, const struct simt_counters *counters)
{
    enum { TILE = 16 };
    static char text[300];
    struct shape c = shape_of(t, "c");
    double k = (double)shape_of(t, "a").cols, outputs = (double)(c.rows * c.cols);
    double tile_columns = (double)((c.cols + TILE - 1) / TILE);
    double tile_rows = (double)((c.rows + TILE - 1) / TILE);
    double words = (double)counters->global_load.bytes / 4;
    double budget = (double)c.rows * k * tile_columns + (double)c.cols * k * tile_rows;
    if (words <= budget)
        return NULL;
    snprintf(text, sizeof text,
             "it loads %.1f words of a and b for each element of c; tiles of %d x %d in shared "
             "memory need %.1f%s",
             words / outputs, TILE, TILE, budget / outputs,
             2 * outputs * k < 2 * words ? ""
                                         : ": the tiles are too small, as a word serves only "
                                           "as many terms as its tile is high or wide");
    return text;
}

/* A thread that has one element of c takes two words from shared memory for each term. Both are
 * asked for: a thread may hold words in registers for others, and a compiler may load a word
 * again for each of several elements where the source names it again. */
static const char *technique_several(const struct trial *t,
                                     const struct simt_counters *counters)
{
    static char text[300];
    struct shape c = shape_of(t, "c");
    double outputs = (double)(c.rows * c.cols), k = (double)shape_of(t, "a").cols;
    double words = (double)counters->shared_load.bytes / 4;
    const char *objection = technique_tiles(t, counters);
    if (objection || words < 2 * outputs * k || (double)counters->threads < outputs)
        return objection;
    snprintf(
        text, sizeof text,
        "a thread has one element of c, and each term takes %.1f words from shared memory; "
        "let a thread compute several, in registers, so that a word serves several terms",
        words / (outputs * k));
    return text;
}

static const struct test_case tiled_cases[] = {PRODUCT_CASES, {0}};

static const struct test_case fast_cases[] = {
    PRODUCT_CASES,
    {"less-than-64", {63, 63, 63}, SIGNED, "one less than a tile of 64", 0, 0},
    {"more-than-64", {65, 65, 65}, SIGNED, "one more than a tile of 64", 0, 0},
    {"large-tiles", {256, 128, 64}, SIGNED, "whole tiles of 128", 0, 0},
    {"more-than-128", {129, 257, 130}, SIGNED, "a little more than tiles of 128", 0, 0},
    {0},
};

/* --- the lab ------------------------------------------------------------------------------ */

const struct task tasks[] = {
    {
        .name = "matmul_tiled_square",
        .first_step = "TODO 3 launches the kernel, TODO 1 and 2 are its tiles and its sum",
        .number_names = "n",
        .cases = square_cases,
        .prepare = prepare_square,
        .expect = expect_product,
        .rivals = product_rivals,
        .tile = {16, 16},
        .technique = technique_tiles,
    },
    {
        .name = "matmul_tiled",
        .first_step = "TODO 4, the same with a guard at each load and at the store",
        .number_names = "m n k",
        .cases = tiled_cases,
        .prepare = prepare_product,
        .expect = expect_product,
        .rivals = product_rivals,
        .tile = {16, 16},
        .technique = technique_tiles,
    },
    {
        .name = "matmul_fast",
        .first_step = "TODO 6 in stretch.cu, more than one element a thread",
        .number_names = "m n k",
        .cases = fast_cases,
        .prepare = prepare_product,
        .expect = expect_product,
        .rivals = product_rivals,
        .tile = {16, 16},
        .technique = technique_several,
        .stretch = true,
    },
    {0},
};
