/* The judge's side of lab 01: inputs, references, bounds and cases. */
#include "lab.h"
#include "reference.h"

#include <limits.h>

/* --- square_elements and matrix_add --------------------------------------------------- */

enum {
    BIG = LAB_DATA, /* up to the largest value whose square or sum is an int */
    ENDS,           /* such values, and the largest and the smallest int among them */
};

static void fill_big(struct case_run *t, int *values, size_t count, int most)
{
    for (size_t i = 0; i < count && data_kind(t) >= BIG; i++)
        values[i] = (int)random_between(t, -most, most);
}

static struct shape picture(const struct case_run *t)
{
    return matrix((size_t)number(t, "height"), (size_t)number(t, "width"));
}

static size_t elements(const struct case_run *t)
{
    return (size_t)(number(t, "height") * number(t, "width"));
}

static void prepare_square(struct case_run *t)
{
    struct shape shape = picture(t);
    int *in = add_input(t, "in", INT32, shape);
    fill_big(t, in, elements(t), 46340);
    add_output(t, "out", INT32, shape);
}

static void expect_square(struct case_run *t)
{
    const int *in = given(t, "in");
    int64_t *out = want(t, "out").exact;
    for (size_t i = 0, n = elements(t); i < n; i++)
        out[i] = (int64_t)in[i] * in[i];
}

/* "One thread an element" is what handouts and contracts say; many are let pass, but not a
 * whole row of a picture. */
enum { MOST_OF_A_THREAD = 256 };

static const char *technique_picture(const struct case_run *t,
                                     const struct simt_counters *counters)
{
    return objection_to_few(t, counters, elements(t), MOST_OF_A_THREAD, true);
}

/* One load an element is a 32nd of it by whole warps; rows that are narrower have more. */
static uint64_t most_loads_of_picture(const struct case_run *t)
{
    return elements_of(t, "out") / 4;
}

static uint64_t most_loads_of_sum(const struct case_run *t)
{
    return 2 * elements_of(t, "c") / 4;
}

/* Each with a term that their sum allows. A float cannot hold these sums. */
static void fill_ends(const struct case_run *t, int *a, int *b, size_t count)
{
    static const int ends[][2] = {
        {INT_MAX, 0}, {0, INT_MAX}, {INT_MIN, 0}, {INT_MIN, INT_MAX}, {INT_MAX - 1, 1}};
    enum { PAIRS = sizeof ends / sizeof *ends, APART = 97 };
    for (size_t i = 0; i < count && data_kind(t) == ENDS; i += APART) {
        a[i] = ends[i / APART % PAIRS][0];
        b[i] = ends[i / APART % PAIRS][1];
    }
}

static void prepare_add(struct case_run *t)
{
    struct shape shape = picture(t);
    int *a = add_input(t, "a", INT32, shape), *b = add_input(t, "b", INT32, shape);
    fill_big(t, a, elements(t), 1 << 30);
    fill_big(t, b, elements(t), (1 << 30) - 1);
    for (size_t i = 0; i < elements(t) && data_kind(t) == INDEXED; i++)
        b[i] = 3 * a[i] + 1; /* no sum is like one of another operation */
    fill_ends(t, a, b, elements(t));
    add_output(t, "c", INT32, shape);
}

static void expect_add(struct case_run *t)
{
    const int *a = given(t, "a"), *b = given(t, "b");
    int64_t *c = want(t, "c").exact;
    for (size_t i = 0, n = elements(t); i < n; i++)
        c[i] = (int64_t)a[i] + b[i];
}

/* The cases of every task that walks a picture of height rows and width columns. Each asks for
 * one thing more than those before it: the first that fails names the bug. */
// clang-format off
#define PICTURE_CASES                                                                          \
    CASE("one-block", INDEXED, "exactly one block", .numbers = {32, 32}),                      \
    CASE("wider", INDEXED, "a column more than a block",                                       \
         .numbers = {33, 32}, .flags = CHECKED),                                               \
    CASE("higher", INDEXED, "a row more than a block", .numbers = {32, 33}, .flags = CHECKED), \
    CASE("narrower", INDEXED, "a column less than a block", .numbers = {31, 32}),              \
    CASE("lower", INDEXED, "a row less than a block", .numbers = {32, 31}),                    \
    CASE("one", SIGNED, "a single element", .numbers = {1, 1}),                                \
    CASE("wide", SIGNED, "many more columns than rows",                                        \
         .numbers = {1025, 37}, .flags = COUNTED | EACH_ANEW),                                 \
    CASE("high", SIGNED, "many more rows than columns", .numbers = {37, 1025}),                \
    CASE("row", SIGNED, "one row, in whole blocks of up to 1024, not aligned to 16 bytes",     \
         .numbers = {1024, 1}, .flags = WATCHED, .begins = {2, 2, 2}),                         \
    CASE("column", SIGNED, "one column, in whole blocks of up to 1024", .numbers = {1, 1024}), \
    CASE("row-less", SIGNED, "a column less than whole blocks", .numbers = {1023, 3}),         \
    CASE("column-less", SIGNED, "a row less than whole blocks", .numbers = {3, 1023}),         \
    CASE("anywhere", SIGNED, "arrays that begin at no multiple of an int4",                    \
         .numbers = {64, 33}, .flags = CHECKED, .begins = {1, 2, 3}),                          \
    CASE("in-anywhere", SIGNED, "only the first does",                                         \
         .numbers = {64, 32}, .flags = WATCHED, .begins = {1, 0, 0}),                          \
    CASE("second-anywhere", SIGNED, "only the second does",                                    \
         .numbers = {64, 32}, .flags = WATCHED, .begins = {0, 1, 0}),                          \
    CASE("equal", EQUAL, "all elements alike, and two more than quads",                        \
         .numbers = {70, 101}),                                                                \
    CASE("large-values", BIG, "results up to the largest int", .numbers = {100, 70}),          \
    CASE("no-columns", UNIFORM, "nothing to do, and no error left behind", .numbers = {0, 5}), \
    CASE("no-rows", UNIFORM, "nothing to do, and no error left behind", .numbers = {5, 0}),    \
    CASE("many-columns", SIGNED, "more columns than 16 bits count", .numbers = {70000, 1}),    \
    CASE("many-rows", SIGNED, "more rows than a grid's y has blocks, 65535",                   \
         .numbers = {1, 70000}),                                                               \
    CASE("higher-than-grids", SIGNED, "more rows than 65535 blocks of 2 rows have",            \
         .numbers = {3, 34}, .wide = {{"height", 131101}}),                                    \
    CASE("blocks-down", SIGNED, "more rows than 65535 blocks of 32 rows have",                 \
         .numbers = {3, 34}, .wide = {{"height", 2097169}}, .flags = MAY_BE_REFUSED),          \
    CASE("beyond-24-bits", SIGNED, "more elements than 65535 blocks of 256 have threads",      \
         .numbers = {36, 34}, .wide = {{"width", 4099}, {"height", 4108}}),                    \
    CASE("beyond-blocks", SIGNED, "more elements than 65535 blocks of 1024 have threads",      \
         .numbers = {36, 34}, .wide = {{"width", 31013}, {"height", 31019}}),                  \
    CASE("blocks-across", SIGNED, "more columns than 65535 blocks of 1024 have",               \
         .numbers = {36, 3}, .wide = {{"width", 67107901}}, .flags = MAY_BE_REFUSED),          \
    CASE("beyond-31-bits", SIGNED, "more elements than an int counts",                         \
         .numbers = {36, 34}, .wide = {{"width", 48007}, {"height", 47981}}), \
    CASE("beyond-32-bits", SIGNED, "more elements than 32 bits count",                         \
         .numbers = {36, 34}, .wide = {{"width", 65563}, {"height", 65557}})
// clang-format on

static const struct test_case square_cases[] = {
    /* width, height */
    PICTURE_CASES,
    CASE("many-blocks", SIGNED, "more blocks than a block has threads",
         .numbers = {1025, 1057}),
    {0},
};

static const struct test_case add_cases[] = {
    /* width, height */
    PICTURE_CASES,
    CASE("text", SIGNED, "the text's 1024 rows of 2048", .numbers = {2048, 1024}),
    CASE("out-anywhere", SIGNED, "only the output begins at no multiple of an int4",
         .numbers = {64, 32}, .flags = WATCHED, .begins = {0, 0, 1}),
    CASE("wider-than-text", SIGNED, "a column more than the text's 2048", .numbers = {2049, 3}),
    CASE("higher-than-text", ENDS, "a row more than the text's 1024, and the largest int",
         .numbers = {3, 1025}),
    {0},
};

/* --- products ------------------------------------------------------------------------- */

static void prepare_square_product(struct case_run *t)
{
    size_t n = (size_t)number(t, "n");
    add_input(t, "a", FLOAT32, pitched(n, n, (size_t)number(t, "lda")));
    add_input(t, "b", FLOAT32, pitched(n, n, (size_t)number(t, "ldb")));
    add_output(t, "c", FLOAT32, pitched(n, n, (size_t)number(t, "ldc")));
}

static void prepare_host_product(struct case_run *t)
{
    prepare_square_product(t);
    on_host(t, "a");
    on_host(t, "b");
    on_host(t, "c");
}

/* Nor a row of a product: each of its elements is as much work as a picture's row. */
static const char *technique_product(const struct case_run *t,
                                     const struct simt_counters *counters)
{
    enum { MOST_ELEMENTS = 32 };
    return objection_to_few(t, counters, elements_of(t, "c"), MOST_ELEMENTS, true);
}

/* Here the host has both matrices, and no copy tells whether it has multiplied them itself.
 * Each term is two words: even a thread that keeps 16 rows and 16 columns in registers reads
 * one of 16 from somewhere. */
static const char *technique_host_product(const struct case_run *t,
                                          const struct simt_counters *counters)
{
    enum { MOST_USES = 16 };
    double terms = (double)number(t, "n") * (double)elements_of(t, "c");
    double read = words_loaded(counters) + (double)counters->shared_load.bytes / 4;
    if (read < 2 * terms / MOST_USES)
        return objection("kernels read %.0f words, and to multiply %.0f terms takes more: the "
                         "device is to compute the product, not the host",
                         read, terms);
    return technique_product(t, counters);
}

/* Two for each of a product's terms. */
static uint64_t most_loads_of_product(const struct case_run *t)
{
    return 2 * elements_of(t, "c") * shape_of(t, "a").cols / 4;
}

/* Accuracy and speed of the case that the source texts print. */
static void report_product(const struct case_run *t, FILE *out)
{
    struct relative_error error = relative_error_of(t, "c");
    double n = (double)number(t, "n");
    double flop = 2 * n * n * n, kernel = seconds_of(t), copies = copy_seconds_of(t);
    fprintf(out,
            "         n = %.0f: relative error %.3g at most, %.3g on average\n"
            "         %.4f s without copies (%.2f GFLOP/s), %.4f s with them (%.2f GFLOP/s)\n"
            "         %.4f s for the CPU's own loop in double (%.2f GFLOP/s)\n",
            n, error.max, error.mean, kernel, flop / kernel * 1e-9, kernel + copies,
            flop / (kernel + copies) * 1e-9, reference_seconds_of(t),
            flop / reference_seconds_of(t) * 1e-9);
}

// clang-format off
static const struct test_case matmul_1d_cases[] = {
    /* n, lda, ldb, ldc */
    CASE("one-block", SIGNED, "256 elements: exactly one block, not aligned to 16 bytes",
         .numbers = {16, 16, 16, 16}, .flags = WATCHED, .begins = {2, 2, 2}),
    CASE("more", SIGNED, "a second, partial block",
         .numbers = {17, 17, 17, 17}, .flags = CHECKED),
    CASE("less", ZEROS, "less than a block, and zeros among the elements",
         .numbers = {15, 15, 15, 15}),
    CASE("two", INDEXED, "small enough to follow by hand", .numbers = {2, 2, 2, 2}),
    CASE("one", SIGNED, "a single element", .numbers = {1, 1, 1, 1}),
    CASE("padded-a", SIGNED, "lda exceeds n", .numbers = {33, 40, 33, 33}),
    CASE("padded-b", SIGNED, "ldb exceeds n", .numbers = {33, 33, 40, 33}),
    CASE("padded-c", SIGNED, "ldc exceeds n: the padding is not yours",
         .numbers = {33, 33, 33, 40}, .flags = CHECKED | EACH_ANEW),
    CASE("padded-all", SIGNED, "three different leading dimensions",
         .numbers = {107, 108, 110, 113}, .flags = COUNTED),
    CASE("equal", EQUAL, "all elements alike, in whole tiles of up to 128",
         .numbers = {128, 128, 128, 128}),
    CASE("tiles-and-one", SIGNED, "one more than whole tiles", .numbers = {129, 129, 129, 129}),
    CASE("tiles-less-one", SIGNED, "one less than that", .numbers = {127, 127, 127, 127}),
    CASE("anywhere", SIGNED, "matrices that begin at no multiple of a float4",
         .numbers = {32, 32, 32, 32}, .flags = CHECKED, .begins = {1, 2, 3}),
    CASE("a-anywhere", SIGNED, "only a does", .numbers = {32, 32, 32, 32}, .flags = WATCHED,
         .begins = {1, 0, 0}),
    CASE("rows-anywhere", SIGNED, "rows do that", .numbers = {32, 33, 34, 35},
         .flags = WATCHED),
    CASE("empty", UNIFORM, "nothing to do, and no error left behind", .numbers = {0, 0, 0, 0}),
    CASE("text", UNIFORM, "the text's n",
         .numbers = {1000, 1000, 1000, 1000}, .flags = MEASURED | ONCE | SAMPLED,
         .seconds = 20),
    CASE("many-terms", SIGNED, "more steps of 4 or 8 terms than 8 bits count",
         .numbers = {34, 34, 34, 34},
         .wide = {{"n", 4091}, {"lda", 4091}, {"ldb", 4091}, {"ldc", 4091}},
         .nearer = 1019, .flags = SAMPLED, .seconds = 3),
    CASE("beyond-24-bits", SIGNED, "more elements than a float counts",
         .numbers = {34, 34, 34, 34},
         .wide = {{"n", 4097}, {"lda", 4097}, {"ldb", 4097}, {"ldc", 4097}},
         .nearer = 4095, .flags = SAMPLED, .seconds = 3),
    CASE("beyond-15-bits", SIGNED, "more rows and columns than a short counts",
         .numbers = {34, 34, 34, 34},
         .wide = {{"n", 32771}, {"lda", 32771}, {"ldb", 32771}, {"ldc", 32771}},
         .nearer = 32749, .flags = SAMPLED, .seconds = 3),
    CASE("beyond-31-bits", SIGNED, "rows so far apart that an int counts no more",
         .numbers = {33, 36, 37, 38},
         .wide = {{"lda", 70000009}, {"ldb", 70000010}, {"ldc", 70000011}}),
    CASE("beyond-32-bits", SIGNED, "rows so far apart that 32 bits count no more",
         .numbers = {33, 36, 37, 38},
         .wide = {{"lda", 140000009}, {"ldb", 140000010}, {"ldc", 140000011}}),
    {0},
};

static const struct test_case matmul_2d_cases[] = {
    /* m, n, k */
    CASE("square", SIGNED, "m = n = k, one 32 x 32 block, not aligned to 16 bytes",
         .numbers = {32, 32, 32}, .flags = WATCHED, .begins = {2, 2, 2}),
    CASE("more", SIGNED, "one more than a block each way",
         .numbers = {33, 33, 33}, .flags = CHECKED),
    CASE("less", ZEROS, "one less than a block each way, and zeros among the elements",
         .numbers = {31, 31, 31}),
    CASE("one", SIGNED, "a single element", .numbers = {1, 1, 1}),
    CASE("wide", SIGNED, "c is wide", .numbers = {5, 300, 17}, .flags = CHECKED),
    CASE("high", SIGNED, "c is high", .numbers = {300, 5, 17}, .flags = EACH_ANEW),
    CASE("long-sum", SIGNED, "k exceeds m and n", .numbers = {20, 30, 1000}),
    CASE("outer", SIGNED, "k = 1: each element is one product", .numbers = {70, 50, 1}),
    CASE("row-by-column", SIGNED, "a single dot product, which blocks may share",
         .numbers = {1, 1, 1024}, .flags = CHECKED),
    CASE("terms-and-one", SIGNED, "a term more than whole tiles", .numbers = {2, 3, 1025},
         .flags = WATCHED),
    CASE("terms-less-one", SIGNED, "a term less than that", .numbers = {3, 2, 1023}),
    CASE("rows-1024", SIGNED, "rows in whole blocks of up to 1024", .numbers = {1024, 3, 5}),
    CASE("rows-1023", SIGNED, "a row less than that", .numbers = {1023, 3, 5}),
    CASE("columns-1024", SIGNED, "columns in whole blocks of up to 1024",
         .numbers = {3, 1024, 5}),
    CASE("columns-1023", SIGNED, "a column less than that", .numbers = {3, 1023, 5}),
    CASE("anywhere", SIGNED, "matrices that begin at no multiple of a float4",
         .numbers = {32, 64, 16}, .flags = CHECKED, .begins = {1, 2, 3}),
    CASE("a-anywhere", SIGNED, "only a does", .numbers = {32, 64, 16}, .flags = WATCHED,
         .begins = {1, 0, 0}),
    CASE("b-anywhere", SIGNED, "only b does", .numbers = {32, 64, 16}, .flags = WATCHED,
         .begins = {0, 1, 0}),
    CASE("c-anywhere", SIGNED, "only c does", .numbers = {32, 64, 16}, .flags = WATCHED,
         .begins = {0, 0, 1}),
    CASE("indexed", INDEXED, "a misplaced element shows", .numbers = {20, 23, 29}),
    CASE("many-blocks", SIGNED, "many blocks with a ragged edge", .numbers = {200, 150, 30},
         .flags = COUNTED),
    CASE("flat", SIGNED, "more blocks than a block has threads", .numbers = {1025, 1057, 2},
         .seconds = 20),
    CASE("flat-wide", SIGNED, "the same, wider", .numbers = {321, 1025, 2}, .seconds = 20),
    CASE("rows-17-bits", SIGNED, "more rows than a grid's y has blocks, 65535",
         .numbers = {70001, 1, 1}),
    CASE("higher-than-grids", SIGNED, "more rows than 65535 blocks of 2 rows have",
         .numbers = {34, 3, 2}, .wide = {{"m", 131101}}),
    CASE("blocks-down", SIGNED, "more rows than 65535 blocks of 32 rows have",
         .numbers = {34, 3, 2}, .wide = {{"m", 2097169}}, .flags = MAY_BE_REFUSED),
    CASE("blocks-across", SIGNED, "more columns than 65535 blocks of 256 have",
         .numbers = {3, 36, 2}, .wide = {{"n", 16777217}}, .flags = MAY_BE_REFUSED),
    CASE("columns-17-bits", SIGNED, "more columns than 16 bits count",
         .numbers = {1, 70001, 1}),
    CASE("terms-17-bits", INDEXED, "more terms than 16 bits count, or fit shared memory",
         .numbers = {1, 1, 70001}),
    CASE("no-sum", UNIFORM, "k = 0: every element is 0",
         .numbers = {9, 7, 0}, .flags = NO_KERNEL),
    CASE("no-rows", UNIFORM, "nothing to do, and no error left behind", .numbers = {0, 7, 9}),
    CASE("no-columns", UNIFORM, "nothing to do, and no error left behind",
         .numbers = {7, 0, 9}),
    CASE("beyond-31-bits", SIGNED, "c has more elements than an int counts",
         .numbers = {34, 36, 5}, .wide = {{"m", 47981}, {"n", 48007}}),
    CASE("beyond-32-bits", SIGNED, "c has more elements than 32 bits count",
         .numbers = {34, 36, 5}, .wide = {{"m", 65557}, {"n", 65563}}),
    CASE("long-rows", SIGNED, "a has more elements than an int counts",
         .numbers = {34, 5, 36}, .wide = {{"m", 47981}, {"k", 48007}}),
    {0},
};

static const struct test_case matmul_host_cases[] = {
    /* n, lda, ldb, ldc */
    CASE("packed", SIGNED, "no padding anywhere", .numbers = {64, 64, 64, 64},
         .flags = WATCHED),
    CASE("padded-a", SIGNED, "lda exceeds n", .numbers = {33, 40, 33, 33},
         .flags = WATCHED),
    CASE("padded-b", SIGNED, "ldb exceeds n", .numbers = {33, 33, 40, 33},
         .flags = WATCHED),
    CASE("padded-c", SIGNED, "ldc exceeds n: the padding is not yours",
         .numbers = {33, 33, 33, 40}, .flags = CHECKED),
    CASE("padded-all", SIGNED, "three different leading dimensions",
         .numbers = {107, 108, 110, 113}, .flags = WATCHED | COUNTED),
    CASE("whole-tiles", SIGNED, "whole tiles of up to 128", .numbers = {128, 128, 128, 128}),
    CASE("tiles-and-one", SIGNED, "one more than that", .numbers = {129, 129, 129, 129}),
    CASE("tiles-less-one", ZEROS, "one less than that, and zeros among the elements",
         .numbers = {127, 127, 127, 127}),
    CASE("anywhere", SIGNED, "matrices that begin at no multiple of a float4",
         .numbers = {32, 32, 36, 40}, .flags = WATCHED, .begins = {1, 2, 3}),
    CASE("one", SIGNED, "a single element", .numbers = {1, 1, 1, 1},
         .flags = CHECKED),
    CASE("empty", UNIFORM, "nothing to do, and no error left behind", .numbers = {0, 0, 0, 0}),
    {0},
};
// clang-format on

/* --- the lab -------------------------------------------------------------------------- */

const struct task tasks[] = {
    {
        .name = "square_elements",
        .first_step = "TODO 2 launches the kernel, TODO 1 is the kernel's index and guard",
        .number_names = "width height",
        .cases = square_cases,
        .prepare = prepare_square,
        .expect = expect_square,
        .technique = technique_picture,
        .most_loads = most_loads_of_picture,
        .worked = {11594},
        .tile = {32, 32},
    },
    {
        .name = "matrix_add",
        .first_step = "TODO 3, a kernel with two inputs",
        .number_names = "width height",
        .cases = add_cases,
        .prepare = prepare_add,
        .expect = expect_add,
        .technique = technique_picture,
        .most_loads = most_loads_of_sum,
        .worked = {17391},
        .tile = {32, 32},
    },
    {
        .name = "matmul_1d",
        .first_step = "TODO 4, one thread an element of the product",
        .number_names = "n lda ldb ldc",
        .cases = matmul_1d_cases,
        .prepare = prepare_square_product,
        .expect = expect_product,
        .technique = technique_product,
        .least_shares = 2,
        .most_loads = most_loads_of_product,
        .worked = {201748},
        .work = work_of_product,
        .report = report_product,
    },
    {
        .name = "matmul_2d",
        .first_step = "TODO 5, the product on a 2-D grid",
        .number_names = "m n k",
        .cases = matmul_2d_cases,
        .prepare = prepare_product,
        .expect = expect_product,
        .technique = technique_product,
        .least_shares = 2,
        .most_loads = most_loads_of_product,
        .worked = {169100},
        .work = work_of_product,
        .tile = {32, 32},
    },
    {
        .name = "matmul_host",
        .first_step = "TODO 6, allocate, copy, multiply, copy back, free",
        .number_names = "n lda ldb ldc",
        .cases = matmul_host_cases,
        .prepare = prepare_host_product,
        .expect = expect_product,
        .technique = technique_host_product,
        .least_shares = 2,
        .most_loads = most_loads_of_product,
        .worked = {186250},
        .work = work_of_product,
    },
    {0},
};
