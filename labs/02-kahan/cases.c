/* The judge's side of lab 02: inputs, references, bounds and cases.
 *
 * Kahan's sum of k terms is off by at most (2u + O(k u^2)) times the sum of their magnitudes
 * (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., (4.8) and (4.9), after
 * Knuth and Goldberg): where all terms have one sign, that is 2u |sum|. A sum that adds up what
 * was lost and applies it once, at the end (Neumaier; Ogita, Rump and Oishi's Sum2), is off by
 * u |sum| + gamma(k)^2 times the sum of the magnitudes. Both are right answers here. */
#include "clocks.h"
#include "digits.h"
#include "sums.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

/* --- the technique ----------------------------------------------------------------------- */

/* One thread a row or an element is what handouts say; but a thread may well have many, if not
 * a whole row of a product. */
enum { MOST_OF_A_THREAD = 256, MOST_PRODUCTS_OF_A_THREAD = 64 };

/* --- row_sums_kahan ---------------------------------------------------------------------- */

static bool swallows(const struct case_run *t)
{
    return data_kind(t) == SWALLOW || data_kind(t) == SWALLOW_NEGATIVE;
}

/* As the text has it: 100998 + 2.338 is stored as 101000.3359375. */
static float swallowing_term(const struct case_run *t, size_t col)
{
    float term = col ? 2.338f : 100998;
    return data_kind(t) == SWALLOW ? term : -term;
}

static void fill(const struct case_run *t, float *x, size_t rows, size_t width)
{
    for (size_t i = 0; i < rows * width && data_kind(t) == TENTHS; i++)
        x[i] = 0.1f;
    for (size_t i = 0; i < rows * width && swallows(t); i++)
        x[i] = swallowing_term(t, i % width);
}

static const float LARGE = 1 << 23; /* whose last place is 1, and whose next is 2 u of it */

/* What all terms of a row have lost together has to be kept from its first to its last: after
 * 256, 512, ... or 65536 terms it is still less than half of the sum's last place, so that it
 * is gone if it is dropped then, or if it is a sum of its own that is added plainly. */
static void fill_tiny(float *x, size_t row, size_t width)
{
    enum { KINDS = 9 };
    for (size_t col = 0; col < width; col++)
        x[col] = col ? ldexpf(0.49f, -8 - (int)(row % KINDS)) : LARGE;
}

/* Two roundings of the sum are allowed. Whoever adds three parts or more plainly, be it by a
 * tree of shuffles, meets more in some of many such rows. */
static void fill_one_large(struct case_run *t, float *x, size_t width)
{
    for (size_t col = 0; col < width; col++)
        x[col] *= 2;
    x[random_between(t, 0, (int64_t)width - 1)] = LARGE;
}

/* Who counts in units of their own, as fixed point does, loses the small ones. */
static void fill_magnitudes(float *x, size_t row, size_t width)
{
    enum { KINDS = 9, APART = 20 };
    for (size_t col = 0; col < width; col++)
        x[col] = ldexpf(x[col], (int)(row % KINDS) * APART - APART * KINDS / 2);
}

static void fill_row(struct case_run *t, float *x, size_t row, size_t width)
{
    if (data_kind(t) == MAGNITUDES)
        fill_magnitudes(x, row, width);
    if (data_kind(t) == DIGITS)
        fill_digits(t, x, row);
    if (data_kind(t) == TINY)
        fill_tiny(x, row, width);
    if (data_kind(t) == ONE_LARGE)
        fill_one_large(t, x, width);
}

static void prepare_row_sums(struct case_run *t)
{
    size_t rows = count_of(t, "rows"), width = count_of(t, "width");
    float *x = add_input(t, "x", FLOAT32, matrix(rows, width));
    fill(t, x, rows, width);
    for (size_t row = 0; row < rows; row++)
        fill_row(t, x + row * width, row, width);
    add_output(t, "sums", FLOAT32, list(rows));
}

static const char *technique_row_sums(const struct case_run *t,
                                      const struct simt_counters *counters)
{
    size_t rows = count_of(t, "rows");
    if (data_kind(t) != DIGITS)
        return objection_to_few(t, counters, rows, MOST_OF_A_THREAD, true);
    return objection_to_double(t, view(t, "x"), (struct matrix_view){found(t, "sums"), 1},
                               matrix(rows, 1));
}

/* Of TINY the contract's two roundings alone: what compensations lose themselves is nothing. */
static void expect_row_sums(struct case_run *t)
{
    struct product p = row_sums(t);
    expect_within(p, 2);
    for (size_t i = 0; i < p.m && data_kind(t) == TINY; i++)
        p.to.bound[i] = fmin(p.to.bound[i], 2.01 * UNIT_ROUNDOFF * p.to.value[i]);
}

/* Each case asks for one thing more than those before it: the first that fails names the bug.
 */
static const struct test_case row_sums_cases[] = {
    /* rows, width */
    CASE("by-hand", SWALLOW, "the text's 100998 + 2.338, stored as 101000.3359375",
         .numbers = {1, 2}),
    CASE("one-block", INDEXED, "256 rows: exactly one block, not aligned to 16 bytes",
         .numbers = {256, 20}, .flags = WATCHED, .begins = {2, 2}),
    CASE("more", INDEXED, "a row more than a block", .numbers = {257, 20}, .flags = CHECKED),
    CASE("less", INDEXED, "a row less than a block", .numbers = {255, 20}),
    CASE("many-rows", INDEXED, "many blocks with a ragged end", .numbers = {5000, 40},
         .flags = COUNTED),
    CASE("whole-blocks", SIGNED, "3 x 1024 rows: whole blocks of up to 1024 threads",
         .numbers = {3072, 3}, .flags = CHECKED),
    CASE("row-more", SIGNED, "a row more than that", .numbers = {3073, 3}),
    CASE("row-less", ZEROS, "a row less than that, and zeros among the terms",
         .numbers = {3071, 3}),
    CASE("columns", SIGNED, "width 1: each sum is its element, of more rows than 16 bits count",
         .numbers = {70001, 1}),
    CASE("equal", EQUAL, "all elements alike, in whole tiles of up to 1024",
         .numbers = {70, 3072}),
    CASE("column-more", SIGNED, "a column more than whole tiles of up to 1024",
         .numbers = {3, 3073}, .flags = CHECKED),
    CASE("column-less", SIGNED, "a column less than that", .numbers = {3, 3071}),
    CASE("anywhere", SIGNED, "arrays that begin at no multiple of a float4",
         .numbers = {9, 1024}, .flags = CHECKED, .begins = {1, 2}),
    CASE("uniform", UNIFORM, "1000 random terms in [0,1)", .numbers = {400, 1000},
         .flags = ACCURACY),
    CASE("text", SWALLOW, "1000 additions that lose 0.002 each", .numbers = {1, 1001},
         .flags = ACCURACY),
    CASE("negative", SWALLOW_NEGATIVE, "the same with the other sign", .numbers = {1, 1001},
         .flags = ACCURACY),
    CASE("long-row", TENTHS, "0.1 added 10000 times", .numbers = {3, 10000}, .flags = ACCURACY),
    CASE("terms-17-bits", INDEXED, "more terms than 16 bits count", .numbers = {2, 70001}),
    CASE("signed", SIGNED, "terms of both signs", .numbers = {300, 333}),
    CASE("one-large", ONE_LARGE, "each plain addition to the large term rounds by its half",
         .numbers = {3000, 100}, .flags = ACCURACY | EACH_ANEW),
    CASE("magnitudes", MAGNITUDES, "rows of terms near 1e-27, and so on up to 1e+21",
         .numbers = {90, 100}),
    CASE("tiny", TINY, "hundreds of terms are less than the sum's last place, and count",
         .numbers = {9, 204800}, .flags = ACCURACY),
    CASE("digits", DIGITS, "told from sums in double", .numbers = {64, DIGIT_TERMS},
         .flags = CHECKED | COUNTED),
    CASE("no-columns", UNIFORM, "rows without elements: each sum is 0", .numbers = {5, 0}),
    CASE("beyond-24-bits", SIGNED, "more rows than a float counts", .numbers = {34, 3},
         .wide = {{"rows", 33554434}}),
    CASE("beyond-blocks", SIGNED, "more rows than 65535 blocks of 1024 have threads",
         .numbers = {34, 1}, .wide = {{"rows", 1000000007}}),
    CASE("beyond-31-bits", SIGNED, "more elements than an int counts", .numbers = {34, 1009},
         .wide = {{"rows", 2200003}}),
    CASE("beyond-32-bits", SIGNED, "more elements than 32 bits count", .numbers = {34, 1009},
         .wide = {{"rows", 4400003}}),
    CASE("no-rows", UNIFORM, "nothing to do, and no error left behind", .numbers = {0, 5}),
    {0},
};

/* One load a term is a 32nd of it by whole warps, and two of a product's. */
static uint64_t most_loads_of_terms(const struct case_run *t)
{
    return words_given(t) / 4;
}

static uint64_t most_loads_of_products(const struct case_run *t)
{
    return 2 * elements_of(t, "c") * shape_of(t, "a").cols / 4;
}

/* --- matmul_kahan ------------------------------------------------------------------------ */

/* A row of a times a column of b adds up what a row of row_sums_kahan does: the products are
 * exact, so that it is the sums that are judged. */
static void fill_factors(struct case_run *t, float *a, float *b)
{
    struct shape in_a = shape_of(t, "a"), in_b = shape_of(t, "b");
    bool filled = data_kind(t) == DIGITS || data_kind(t) == TINY || swallows(t);
    for (size_t row = 0; row < in_a.rows; row++) {
        for (size_t col = 0; col < in_a.cols && filled; col++) {
            a[row * in_a.pitch + col] = swallowing_term(t, col);
            b[row * in_b.pitch + col] = 1;
        }
        if (data_kind(t) == DIGITS)
            fill_digits(t, a + row * in_a.pitch, row);
        if (data_kind(t) == TINY)
            fill_tiny(a + row * in_a.pitch, 0, in_a.cols);
        if (data_kind(t) == MAGNITUDES)
            fill_magnitudes(a + row * in_a.pitch, row, in_a.cols);
    }
}

static void prepare_matmul(struct case_run *t)
{
    size_t n = count_of(t, "n");
    float *a = add_input(t, "a", FLOAT32, pitched(n, n, count_of(t, "lda")));
    float *b = add_input(t, "b", FLOAT32, pitched(n, n, count_of(t, "ldb")));
    add_output(t, "c", FLOAT32, pitched(n, n, count_of(t, "ldc")));
    fill_factors(t, a, b);
}

static const char *technique_matmul(const struct case_run *t,
                                    const struct simt_counters *counters)
{
    struct shape c = shape_of(t, "c");
    if (data_kind(t) != DIGITS)
        return objection_to_few(t, counters, c.rows * c.cols, MOST_PRODUCTS_OF_A_THREAD, false);
    return objection_to_double(t, view(t, "a"), (struct matrix_view){found(t, "c"), c.pitch},
                               c);
}

/* Each product is rounded, too, which adds u of its magnitude. For random factors in [0,1) the
 * contract asks for more, 1.2e-7 = 2.01u: roundings upwards and downwards cancel. In 2 million
 * random elements no correct sum, with and without fused multiply-add, was off by more than
 * 1.4u from n = 40 on; for n from 3 to 10 some were, by up to 2.7u. Hence the 64. Of TINY the
 * products are exact, and the first of them alone is large. */
static void expect_matmul(struct case_run *t)
{
    struct product p = product(t);
    bool by_contract = (data_kind(t) == UNIFORM && p.k >= 64) || data_kind(t) == TINY;
    expect_within(p, 3);
    for (size_t i = 0; i < p.m * p.n && by_contract; i++)
        p.to.bound[i] = fmin(p.to.bound[i], 1.2e-7 * fabs(p.to.value[i]));
}

struct accuracy {
    double max, mean;
    size_t exact, of;
};

/* Counts one element into `so_far`. Errors are against the float that is nearest to the exact
 * value, as the source texts have them: no answer can be nearer than that. */
static void count_error(struct accuracy *so_far, double is, double exact)
{
    double error = exact ? fabs((is - (float)exact) / exact) : 0;
    so_far->max = fmax(so_far->max, error);
    so_far->mean += error;
    so_far->exact += error == 0;
    so_far->of++;
}

static void print_accuracy(FILE *out, const char *whose, struct accuracy a)
{
    fprintf(out, "         %-16s%9.3g%12.3g%11.1f %%\n", whose, a.max, a.mean / (double)a.of,
            100 * (double)a.exact / (double)a.of);
}

static double wall_seconds(void)
{
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The plain float product beside the student's, and what each took. */
static void report_matmul(const struct case_run *t, FILE *out)
{
    size_t n = shape_of(t, "c").rows, ldc = shape_of(t, "c").pitch;
    struct want exact = want(t, "c");
    const float *yours = found(t, "c");
    double *plain = malloc(n * n * sizeof *plain), start = wall_seconds();
    struct accuracy of_plain = {0}, of_yours = {0};
    if (!plain)
        return;
    multiply_in_float(view(t, "a"), view(t, "b"), n, n, n, plain);
    double plain_seconds = wall_seconds() - start;
    for (size_t i = 0; i < n * n; i++) {
        count_error(&of_plain, plain[i], exact.value[i]);
        if (was_written(t, "c", i))
            count_error(&of_yours, yours[i / n * ldc + i % n], exact.value[i]);
    }
    free(plain);
    fprintf(out, "         n = %-5zu relative error: most   on average   nearest float\n", n);
    print_accuracy(out, "plain float sum", of_plain);
    print_accuracy(out, "compensated", of_yours);
    if (!is_sample(t))
        fprintf(out,
                "         %.4f s for yours, %.4f s for the plain sum as a loop on the CPU\n",
                seconds_of(t), plain_seconds);
}

// clang-format off
#define MATMUL_CASES                                                                           \
    CASE("two", INDEXED, "small enough to follow by hand", .numbers = {2, 2, 2, 2}),           \
    CASE("one-block", SIGNED, "256 elements: exactly one block, not aligned to 16 bytes",      \
         .numbers = {16, 16, 16, 16}, .flags = WATCHED, .begins = {2, 2, 2}),                  \
    CASE("more", SIGNED, "a second, partial block",                                            \
         .numbers = {17, 17, 17, 17}, .flags = CHECKED),                                       \
    CASE("less", ZEROS, "less than a block, and zeros among the elements",                     \
         .numbers = {15, 15, 15, 15}),                                                         \
    CASE("whole-tiles", SIGNED, "whole tiles of up to 128",                                    \
         .numbers = {128, 128, 128, 128}, .flags = COUNTED),                                   \
    CASE("one", SIGNED, "a single element", .numbers = {1, 1, 1, 1}),                          \
    CASE("padded-a", SIGNED, "lda exceeds n", .numbers = {33, 40, 33, 33}),                    \
    CASE("padded-b", SIGNED, "ldb exceeds n", .numbers = {33, 33, 40, 33}),                    \
    CASE("padded-c", SIGNED, "ldc exceeds n: the padding is not yours",                        \
         .numbers = {33, 33, 33, 40}, .flags = CHECKED),                                       \
    CASE("padded-all", SIGNED, "three different leading dimensions, less than whole tiles",    \
         .numbers = {255, 256, 259, 263}, .flags = ONCE),                                      \
    CASE("equal", EQUAL, "all elements alike, in whole tiles of up to 256",                    \
         .numbers = {256, 256, 256, 256}, .flags = ONCE),                                      \
    CASE("more-than-256", SIGNED, "one more than whole tiles",                                 \
         .numbers = {257, 257, 257, 257}, .flags = ONCE),                                      \
    CASE("anywhere", SIGNED, "matrices that begin at no multiple of a float4",                 \
         .numbers = {128, 128, 128, 128}, .flags = WATCHED, .begins = {1, 2, 3}),              \
    CASE("uniform", UNIFORM, "random terms in [0,1), relative error 1.2e-7",                   \
         .numbers = {107, 108, 110, 113}, .flags = ACCURACY),                                  \
    CASE("swallow", SWALLOW, "100998 and then 2.338 again and again",                          \
         .numbers = {80, 80, 80, 80}, .flags = ACCURACY),                                      \
    CASE("negative", SWALLOW_NEGATIVE, "the same with the other sign",                         \
         .numbers = {80, 80, 80, 80}, .flags = ACCURACY),                                      \
    CASE("magnitudes", MAGNITUDES, "rows of a near 1e-27, and so on up to 1e+21",              \
         .numbers = {40, 40, 40, 40}, .flags = EACH_ANEW),                                     \
    CASE("digits", DIGITS, "told from sums in double",                                         \
         .numbers = {DIGIT_TERMS, 33, 34, 35}, .flags = COUNTED),                              \
    CASE("empty", UNIFORM, "nothing to do, and no error left behind", .numbers = {0, 0, 0, 0})

#define FAR_CASES                                                                              \
    CASE("many-terms", SIGNED, "more steps of 4 or 8 terms than 8 bits count",                 \
         .numbers = {34, 34, 34, 34},                                                          \
         .wide = {{"n", 4091}, {"lda", 4091}, {"ldb", 4091}, {"ldc", 4091}}, .nearer = 1019,   \
         .flags = SAMPLED, .seconds = 3),                                                      \
    CASE("beyond-24-bits", SIGNED, "more elements than a float counts",                        \
         .numbers = {34, 34, 34, 34},                                                          \
         .wide = {{"n", 4097}, {"lda", 4097}, {"ldb", 4097}, {"ldc", 4097}}, .nearer = 4095,   \
         .flags = SAMPLED, .seconds = 3),                                                      \
    CASE("beyond-15-bits", SIGNED, "more rows and columns than a short counts",                \
         .numbers = {34, 34, 34, 34},                                                          \
         .wide = {{"n", 32771}, {"lda", 32771}, {"ldb", 32771}, {"ldc", 32771}},               \
         .nearer = 32749, .flags = SAMPLED, .seconds = 3),                                     \
    CASE("beyond-31-bits", SIGNED, "rows so far apart that an int counts no more",             \
         .numbers = {33, 36, 37, 38},                                                          \
         .wide = {{"lda", 70000009}, {"ldb", 70000010}, {"ldc", 70000011}}),                   \
    CASE("beyond-32-bits", SIGNED, "rows so far apart that 32 bits count no more",             \
         .numbers = {33, 36, 37, 38},                                                          \
         .wide = {{"lda", 140000009}, {"ldb", 140000010}, {"ldc", 140000011}})
// clang-format on

static const struct test_case matmul_cases[] = {
    /* n, lda, ldb, ldc */
    MATMUL_CASES,
    CASE("a-anywhere", SIGNED, "only a does, and its rows", .numbers = {128, 129, 128, 128},
         .flags = WATCHED),
    CASE("rows-anywhere", SIGNED, "the rows of all do", .numbers = {128, 129, 130, 131},
         .flags = WATCHED),
    CASE("b-anywhere", SIGNED, "only b does", .numbers = {128, 128, 128, 128}, .flags = WATCHED,
         .begins = {0, 1, 0}),
    CASE("c-anywhere", SIGNED, "only c does", .numbers = {128, 128, 128, 128}, .flags = WATCHED,
         .begins = {0, 0, 1}),
    CASE("uniform-512", UNIFORM, "whole tiles of 512, relative error 1.2e-7",
         .numbers = {512, 512, 512, 512}, .flags = ONCE | SAMPLED),
    CASE("tiny", TINY, "256 terms are less than the sum's last place, and count",
         .numbers = {544, 544, 544, 544}, .flags = ONCE | ACCURACY | SAMPLED),
    CASE("text", UNIFORM, "the text's n", .numbers = {1000, 1000, 1000, 1000},
         .flags = MEASURED | ONCE | SAMPLED | BRIEF, .seconds = 30),
    FAR_CASES,
    {0},
};

/* --- matmul_kahan_timed ------------------------------------------------------------------ */

static void prepare_timed(struct case_run *t)
{
    size_t n = (size_t)widened(t, "n"), blocks = (n * n + BLOCK_SIZE - 1) / BLOCK_SIZE;
    prepare_matmul(t);
    add_output(t, "start", INT64, list(blocks));
    add_output(t, "stop", INT64, list(blocks));
    without_expectation(t, "start");
    without_expectation(t, "stop");
}

static const char *technique_timed(const struct case_run *t,
                                   const struct simt_counters *counters)
{
    const char *said = objection_to_timing(counters);
    said = said ? said : objection_to_blocks(counters);
    return said ? said : technique_matmul(t, counters);
}

static const struct test_case timed_cases[] = {
    /* n, lda, ldb, ldc */
    MATMUL_CASES,
    CASE("clocks", TINY, "1156 blocks, each timed by itself, and terms that are hardly there",
         .numbers = {544, 544, 544, 544}, .flags = MEASURED | ONCE),
    FAR_CASES,
    {0},
};

/* --- sum_compensated --------------------------------------------------------------------- */

/* Gives the numbers signs so that they nearly cancel, and moves half of them by a little, so
 * that what is left is 1/80000 of their magnitudes: condition number 80000. */
static void make_ill(struct case_run *t, float *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (data_kind(t) == ILL_HALVES ? i >= n / 2 : random_bits(t) & 1)
            x[i] = -x[i];
    double target = magnitude(x, n) / 80000, moved = (double)((n + 1) / 2);
    double by = (target - exact_sum(x, n)) / moved;
    for (size_t i = 0; i < n; i += 2)
        x[i] = (float)(x[i] + by);
}

static void prepare_sum(struct case_run *t)
{
    size_t n = count_of(t, "n");
    float *x = add_input(t, "x", FLOAT32, list(n));
    add_output(t, "sum", FLOAT32, list(n ? 1 : 0));
    fill(t, x, 1, n);
    if (data_kind(t) == ILL || data_kind(t) == ILL_HALVES)
        make_ill(t, x, n);
    for (size_t i = 0; i < n && data_kind(t) == WIDE; i++)
        x[i] = (float)ldexp(x[i] - 0.5, (int)random_between(t, -20, 20));
}

/* 2 units in the last place of a float of that size. */
static double two_ulps(double value)
{
    return ldexp(2, ilogb(value) - 23);
}

static void expect_sum(struct case_run *t)
{
    struct want sum = want(t, "sum");
    if (number(t, "n") == 0)
        return;
    sum.value[0] = exact_sum(given(t, "x"), count_of(t, "n"));
    sum.bound[0] = two_ulps(sum.value[0]);
}

/* A sum of one block leaves all multiprocessors but one idle. A second launch that combines the
 * blocks' parts may well be one of a single block. */
static const char *technique_blocks(const struct case_run *t,
                                    const struct simt_counters *counters)
{
    enum { MOST_TERMS_OF_A_THREAD = 1024 };
    if (counters->blocks > counters->launches)
        return objection_to_few(t, counters, count_of(t, "n"), MOST_TERMS_OF_A_THREAD, false);
    return objection("no launch has more than one block for %lld elements; share them out over "
                     "many blocks, and combine what these leave",
                     (long long)number(t, "n"));
}

static const struct test_case sum_cases[] = {
    /* n */
    CASE("one-block", EQUAL, "256 elements: exactly one block, not aligned to 16 bytes",
         .numbers = {256}, .flags = CHECKED, .begins = {2, 1}),
    CASE("more", EQUAL, "an element more than a block", .numbers = {257}, .flags = CHECKED),
    CASE("less", EQUAL, "an element less than a block", .numbers = {255}),
    CASE("one", SIGNED, "a single element", .numbers = {1}),
    CASE("ragged", EQUAL, "many blocks with a ragged end", .numbers = {100003},
         .flags = COUNTED),
    CASE("large", EQUAL, "more elements than threads, with a ragged end",
         .numbers = {(1 << 20) + 77}, .flags = ONCE),
    CASE("text", SWALLOW, "100998 and a thousand times 2.338", .numbers = {1001},
         .flags = ACCURACY),
    CASE("tenths", TENTHS, "0.1 added a million times", .numbers = {1 << 20},
         .flags = ACCURACY | ONCE),
    CASE("several-blocks", WIDE, "a dozen blocks with a ragged end", .numbers = {3000},
         .flags = CHECKED),
    CASE("whole-blocks", EQUAL, "whole blocks of up to 1024 threads", .numbers = {3072}),
    CASE("element-more", EQUAL, "an element more than that", .numbers = {3073}),
    CASE("element-less", EQUAL, "an element less than that", .numbers = {3071}),
    CASE("anywhere", WIDE, "terms that begin at no multiple of a float4", .numbers = {5003},
         .flags = CHECKED, .begins = {1, 1}),
    CASE("elsewhere", WIDE, "the same, three terms behind one", .numbers = {4096},
         .flags = WATCHED, .begins = {3, 2}),
    CASE("wide", WIDE, "magnitudes from 2^-20 to 2^20", .numbers = {100003}, .flags = COUNTED),
    CASE("combining", ILL, "one element a thread, condition number 8e4", .numbers = {200},
         .flags = ACCURACY),
    CASE("halves", ILL_HALVES, "positive terms first, condition number 8e4",
         .numbers = {1 << 18}, .flags = ACCURACY | ONCE),
    CASE("cancelling", ILL, "condition number 8e4", .numbers = {(1 << 18) + 77},
         .flags = ACCURACY | ONCE),
    CASE("largest", ILL, "more terms than 24 bits count, condition number 8e4",
         .numbers = {(1 << 24) + 77}, .flags = ACCURACY | ONCE),
    CASE("empty", UNIFORM, "nothing to do, and no error left behind", .numbers = {0}),
    {0},
};

/* --- the lab ----------------------------------------------------------------------------- */

const struct task tasks[] = {
    {
        .name = "row_sums_kahan",
        .first_step = "TODO 2 launches the kernel, TODO 1 sums a row",
        .number_names = "rows width",
        .cases = row_sums_cases,
        .prepare = prepare_row_sums,
        .expect = expect_row_sums,
        .technique = technique_row_sums,
        .most_loads = most_loads_of_terms,
        .tile = {0, BLOCK_SIZE},
    },
    {
        .name = "matmul_kahan",
        .first_step = "TODO 3, the product of lab 01 with the sums of TODO 1",
        .number_names = "n lda ldb ldc",
        .cases = matmul_cases,
        .prepare = prepare_matmul,
        .expect = expect_matmul,
        .technique = technique_matmul,
        .least_shares = 2,
        .most_loads = most_loads_of_products,
        .work = work_of_product,
        .report = report_matmul,
    },
    {
        .name = "matmul_kahan_timed",
        .first_step = "TODO 4, the product of TODO 3 with two clocks a block",
        .number_names = "n lda ldb ldc",
        .cases = timed_cases,
        .prepare = prepare_timed,
        .expect = expect_matmul,
        .technique = technique_timed,
        .least_shares = 2,
        .most_loads = most_loads_of_products,
        .worked = {329856},
        .work = work_of_product,
        .verify = verify_clocks,
        .report = report_clocks,
    },
    {
        .name = "sum_compensated",
        .first_step = "TODO 5 in stretch.cu, a sum in pairs",
        .number_names = "n",
        .cases = sum_cases,
        .prepare = prepare_sum,
        .expect = expect_sum,
        .technique = technique_blocks,
        .most_loads = most_loads_of_terms,
        .stretch = true,
    },
    {0},
};
