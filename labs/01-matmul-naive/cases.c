/* The judge's side of lab 01: inputs, references, bounds and cases. */
#include "lab.h"
#include "reference.h"

#include <math.h>
#include <stdlib.h>

/* --- square_elements and matrix_add --------------------------------------------------- */

enum { BIG = LAB_DATA }; /* up to the largest value whose square or sum is an int */

static void fill_big(struct trial *t, int *values, size_t count, int most)
{
    for (size_t i = 0; i < count && data_kind(t) == BIG; i++)
        values[i] = (int)random_between(t, -most, most);
}

static struct shape picture(const struct trial *t)
{
    return matrix((size_t)number(t, "height"), (size_t)number(t, "width"));
}

static size_t elements(const struct trial *t)
{
    return (size_t)(number(t, "height") * number(t, "width"));
}

static void prepare_square(struct trial *t)
{
    struct shape shape = picture(t);
    int *in = add_input(t, "in", INT32, shape);
    fill_big(t, in, elements(t), 46340);
    add_output(t, "out", INT32, shape);
}

static void expect_square(struct trial *t)
{
    const int *in = given(t, "in");
    int64_t *out = want(t, "out").exact;
    for (size_t i = 0, n = elements(t); i < n; i++)
        out[i] = (int64_t)in[i] * in[i];
}

static void prepare_add(struct trial *t)
{
    struct shape shape = picture(t);
    fill_big(t, add_input(t, "a", INT32, shape), elements(t), 1 << 30);
    fill_big(t, add_input(t, "b", INT32, shape), elements(t), (1 << 30) - 1);
    add_output(t, "c", INT32, shape);
}

static void expect_add(struct trial *t)
{
    const int *a = given(t, "a"), *b = given(t, "b");
    int64_t *c = want(t, "c").exact;
    for (size_t i = 0, n = elements(t); i < n; i++)
        c[i] = (int64_t)a[i] + b[i];
}

static void expect_difference(struct trial *t)
{
    const int *a = given(t, "a"), *b = given(t, "b");
    int64_t *c = want(t, "c").exact;
    for (size_t i = 0, n = elements(t); i < n; i++)
        c[i] = (int64_t)a[i] - b[i];
}

static void expect_twice(struct trial *t)
{
    const int *in = given(t, "in");
    int64_t *out = want(t, "out").exact;
    for (size_t i = 0, n = elements(t); i < n; i++)
        out[i] = 2 * (int64_t)in[i];
}

static const struct rival square_rivals[] = {
    {"doubled", expect_twice, "each element is doubled, not squared", false},
    {0},
};

static const struct rival add_rivals[] = {
    {"subtracted", expect_difference, "this is a - b", false},
    {0},
};

/* The cases of every task that walks a picture of height rows and width columns. Each asks for
 * one thing more than those before it: the first that fails names the bug. */
// clang-format off
#define PICTURE_CASES                                                                        \
    {"one-block", {32, 32}, INDEXED, "exactly one block", 0, 0},                             \
    {"wider", {33, 32}, INDEXED, "a column more than a block", CHECKED, 0},                  \
    {"higher", {32, 33}, INDEXED, "a row more than a block", CHECKED, 0},                    \
    {"narrower", {31, 32}, INDEXED, "a column less than a block", 0, 0},                     \
    {"lower", {32, 31}, INDEXED, "a row less than a block", 0, 0},                           \
    {"one", {1, 1}, SIGNED, "a single element", 0, 0},                                       \
    {"wide", {1000, 37}, SIGNED, "many more columns than rows", 0, 0},                       \
    {"high", {37, 1000}, SIGNED, "many more rows than columns", 0, 0},                       \
    {"row", {777, 1}, SIGNED, "one row", 0, 0},                                              \
    {"column", {1, 777}, SIGNED, "one column", 0, 0},                                        \
    {"equal", {100, 70}, EQUAL, "all elements alike", 0, 0},                                 \
    {"large-values", {100, 70}, BIG, "results up to the largest int", 0, 0},                 \
    {"no-columns", {0, 5}, UNIFORM, "nothing to do, and no error left behind", 0, 0},        \
    {"no-rows", {5, 0}, UNIFORM, "nothing to do, and no error left behind", 0, 0},           \
    {"many-columns", {70000, 1}, SIGNED, "more columns than 16 bits count", 0, 0},           \
    {"many-rows", {1, 70000}, SIGNED, "more rows than a grid's y has blocks, 65535", 0, 0}
// clang-format on

static const struct test_case square_cases[] = {
    PICTURE_CASES,
    {"many-blocks", {1025, 1057}, SIGNED, "more blocks than a block has threads", 0, 0},
    {0},
};

static const struct test_case add_cases[] = {
    PICTURE_CASES,
    {"text", {2048, 1024}, SIGNED, "the text's 1024 rows of 2048", 0, 0},
    {"wider-than-text", {2049, 3}, SIGNED, "a column more than the text's 2048", 0, 0},
    {"higher-than-text", {3, 1025}, SIGNED, "a row more than the text's 1024", 0, 0},
    {0},
};

/* --- products ------------------------------------------------------------------------- */

static void prepare_square_product(struct trial *t)
{
    size_t n = (size_t)number(t, "n");
    add_input(t, "a", FLOAT32, pitched(n, n, (size_t)number(t, "lda")));
    add_input(t, "b", FLOAT32, pitched(n, n, (size_t)number(t, "ldb")));
    add_output(t, "c", FLOAT32, pitched(n, n, (size_t)number(t, "ldc")));
}

static void prepare_host_product(struct trial *t)
{
    prepare_square_product(t);
    on_host(t, "a");
    on_host(t, "b");
    on_host(t, "c");
}

/* The matrix that is read from an array whose rows are thought to begin `pitch` elements apart.
 * What lies behind the array is NaN, as it is on the device. */
static float *misread(const struct trial *t, const char *name, size_t pitch)
{
    const float *from = given(t, name);
    size_t rows = shape_of(t, name).rows, cols = shape_of(t, name).cols;
    size_t end = rows * shape_of(t, name).pitch;
    float *matrix = malloc(rows * cols * sizeof *matrix + 1);
    for (size_t i = 0; matrix && i < rows * cols; i++) {
        size_t at = i / cols * pitch + i % cols;
        matrix[i] = at < end ? from[at] : NAN;
    }
    return matrix;
}

/* What comes out with other leading dimensions than a and b have. */
static void expect_with_pitches(struct trial *t, size_t pitch_of_a, size_t pitch_of_b)
{
    struct shape shape = shape_of(t, "c");
    size_t k = shape_of(t, "a").cols;
    struct want c = want(t, "c");
    float *a = misread(t, "a", pitch_of_a), *b = misread(t, "b", pitch_of_b);
    if (a && b)
        multiply((struct matrix_view){a, k}, (struct matrix_view){b, shape.cols}, shape.rows,
                 shape.cols, k, c.value, c.bound);
    for (size_t i = 0; i < shape.rows * shape.cols; i++)
        c.bound[i] *= error_gamma((double)k);
    free(a);
    free(b);
}

static bool is_square(const struct trial *t)
{
    struct shape c = shape_of(t, "c");
    return c.rows == c.cols && shape_of(t, "a").cols == c.cols;
}

static void expect_packed_rows(struct trial *t)
{
    expect_with_pitches(t, shape_of(t, "a").cols, shape_of(t, "b").cols);
}

static void expect_lda_for_b(struct trial *t)
{
    if (!is_square(t))
        return does_not_apply(t, "c");
    expect_with_pitches(t, shape_of(t, "a").pitch, shape_of(t, "a").pitch);
}

static void expect_ldb_for_a(struct trial *t)
{
    if (!is_square(t))
        return does_not_apply(t, "c");
    expect_with_pitches(t, shape_of(t, "b").pitch, shape_of(t, "b").pitch);
}

static void expect_k_for_b(struct trial *t)
{
    if (is_square(t))
        return does_not_apply(t, "c");
    expect_with_pitches(t, shape_of(t, "a").pitch, shape_of(t, "a").cols);
}

static void expect_n_for_a(struct trial *t)
{
    if (is_square(t))
        return does_not_apply(t, "c");
    expect_with_pitches(t, shape_of(t, "b").cols, shape_of(t, "b").pitch);
}

/* The terms from `first` to before `end`. */
static void expect_terms(struct trial *t, size_t first, size_t end)
{
    struct want c = want(t, "c");
    struct shape shape = shape_of(t, "c");
    struct matrix_view a = view(t, "a"), b = view(t, "b");
    if (end > shape_of(t, "a").cols || first > end)
        return does_not_apply(t, "c");
    a.at += first;
    b.at += first * b.ld;
    multiply(a, b, shape.rows, shape.cols, end - first, c.value, c.bound);
    for (size_t i = 0; i < shape.rows * shape.cols; i++)
        c.bound[i] *= error_gamma((double)end);
}

static void expect_one_term_less(struct trial *t)
{
    expect_terms(t, 0, shape_of(t, "a").cols - 1);
}

static void expect_no_first_term(struct trial *t)
{
    expect_terms(t, 1, shape_of(t, "a").cols);
}

static void expect_m_terms(struct trial *t)
{
    expect_terms(t, 0, shape_of(t, "c").rows);
}

static void expect_n_terms(struct trial *t)
{
    expect_terms(t, 0, shape_of(t, "c").cols);
}

static void expect_factors_exchanged(struct trial *t)
{
    struct want c = want(t, "c");
    size_t n = shape_of(t, "c").cols;
    if (!is_square(t))
        return does_not_apply(t, "c");
    multiply(view(t, "b"), view(t, "a"), n, n, n, c.value, c.bound);
    for (size_t i = 0; i < n * n; i++)
        c.bound[i] *= error_gamma((double)n);
}

static const struct rival product_rivals[] = {
    {"a-transposed", expect_a_transposed,
     "this is the product with a transposed: its row and column are exchanged where you read "
     "it",
     false},
    {"b-transposed", expect_b_transposed,
     "this is the product with b transposed: its row and column are exchanged where you read "
     "it",
     false},
    {"packed-rows", expect_packed_rows,
     "this is what reading the rows n elements apart gives: use lda and ldb", false},
    {"lda-for-b", expect_lda_for_b,
     "this is what reading b with a's leading dimension gives: its rows begin ldb apart",
     false},
    {"ldb-for-a", expect_ldb_for_a,
     "this is what reading a with b's leading dimension gives: its rows begin lda apart",
     false},
    {"one-term-less", expect_one_term_less,
     "the last term of each sum is missing: the loop ends one too early", false},
    {"no-first-term", expect_no_first_term,
     "the first term of each sum is missing: the loop begins with l = 0", false},
    {"factors-exchanged", expect_factors_exchanged,
     "this is b a and not a b: are the two arrays exchanged, in the launch or in the sum?",
     false},
    {"m-terms", expect_m_terms,
     "only the first m terms are added: a sum has k terms, one for each column of a", false},
    {"n-terms", expect_n_terms,
     "only the first n terms are added: a sum has k terms, one for each column of a", false},
    {"k-for-b", expect_k_for_b,
     "this is what reading the rows of b k elements apart gives: b has n columns, so its rows "
     "begin n apart",
     false},
    {"n-for-a", expect_n_for_a,
     "this is what reading the rows of a n elements apart gives: a has k columns, so its rows "
     "begin k apart",
     false},
    {0},
};

/* Accuracy and speed of the case that the source texts print. */
static void report_product(const struct trial *t, FILE *out)
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
    {"one-block", {16, 16, 16, 16}, SIGNED, "256 elements: exactly one block", 0, 0},
    {"more", {17, 17, 17, 17}, SIGNED, "a second, partial block", CHECKED, 0},
    {"less", {15, 15, 15, 15}, SIGNED, "less than a block", 0, 0},
    {"two", {2, 2, 2, 2}, INDEXED, "small enough to follow by hand", 0, 0},
    {"one", {1, 1, 1, 1}, SIGNED, "a single element", 0, 0},
    {"padded-a", {33, 40, 33, 33}, SIGNED, "lda exceeds n", 0, 0},
    {"padded-b", {33, 33, 40, 33}, SIGNED, "ldb exceeds n", 0, 0},
    {"padded-c", {33, 33, 33, 40}, SIGNED, "ldc exceeds n: the padding is not yours",
     CHECKED, 0},
    {"padded-all", {100, 101, 103, 107}, SIGNED, "three different leading dimensions", 0, 0},
    {"equal", {64, 64, 64, 64}, EQUAL, "all elements alike", 0, 0},
    {"empty", {0, 0, 0, 0}, UNIFORM, "nothing to do, and no error left behind", 0, 0},
    {"text", {1000, 1000, 1000, 1000}, UNIFORM, "the text's n", MEASURED | ONCE, 20},
    {0},
};

static const struct test_case matmul_2d_cases[] = {
    /* m, n, k */
    {"square", {32, 32, 32}, SIGNED, "m = n = k, one 32 x 32 block", 0, 0},
    {"more", {33, 33, 33}, SIGNED, "one more than a block each way", CHECKED, 0},
    {"less", {31, 31, 31}, SIGNED, "one less than a block each way", 0, 0},
    {"one", {1, 1, 1}, SIGNED, "a single element", 0, 0},
    {"wide", {5, 300, 17}, SIGNED, "c is wide", CHECKED, 0},
    {"high", {300, 5, 17}, SIGNED, "c is high", 0, 0},
    {"long-sum", {20, 30, 1000}, SIGNED, "k exceeds m and n", 0, 0},
    {"outer", {70, 50, 1}, SIGNED, "k = 1: each element is one product", 0, 0},
    {"row-by-column", {1, 1, 250}, SIGNED, "a single dot product", 0, 0},
    {"indexed", {20, 23, 29}, INDEXED, "a misplaced element shows", 0, 0},
    {"many-blocks", {200, 150, 100}, SIGNED, "many blocks with a ragged edge", 0, 0},
    {"flat", {1057, 1025, 2}, SIGNED, "more blocks than a block has threads", 0, 0},
    {"no-sum", {9, 7, 0}, UNIFORM, "k = 0: every element is 0", NO_KERNEL, 0},
    {"no-rows", {0, 7, 9}, UNIFORM, "nothing to do, and no error left behind", 0, 0},
    {"no-columns", {7, 0, 9}, UNIFORM, "nothing to do, and no error left behind", 0, 0},
    {0},
};

static const struct test_case matmul_host_cases[] = {
    /* n, lda, ldb, ldc */
    {"packed", {64, 64, 64, 64}, SIGNED, "no padding anywhere", 0, 0},
    {"padded-a", {33, 40, 33, 33}, SIGNED, "lda exceeds n", 0, 0},
    {"padded-b", {33, 33, 40, 33}, SIGNED, "ldb exceeds n", 0, 0},
    {"padded-c", {33, 33, 33, 40}, SIGNED, "ldc exceeds n: the padding is not yours",
     CHECKED, 0},
    {"padded-all", {100, 101, 103, 107}, SIGNED, "three different leading dimensions", 0, 0},
    {"one", {1, 1, 1, 1}, SIGNED, "a single element", 0, 0},
    {"empty", {0, 0, 0, 0}, UNIFORM, "nothing to do, and no error left behind", 0, 0},
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
        .rivals = square_rivals,
        .tile = {32, 32},
    },
    {
        .name = "matrix_add",
        .first_step = "TODO 3, a kernel with two inputs",
        .number_names = "width height",
        .cases = add_cases,
        .prepare = prepare_add,
        .expect = expect_add,
        .rivals = add_rivals,
        .tile = {32, 32},
    },
    {
        .name = "matmul_1d",
        .first_step = "TODO 4, one thread an element of the product",
        .number_names = "n lda ldb ldc",
        .cases = matmul_1d_cases,
        .prepare = prepare_square_product,
        .expect = expect_product,
        .rivals = product_rivals,
        .report = report_product,
    },
    {
        .name = "matmul_2d",
        .first_step = "TODO 5, the product on a 2-D grid",
        .number_names = "m n k",
        .cases = matmul_2d_cases,
        .prepare = prepare_product,
        .expect = expect_product,
        .rivals = product_rivals,
        .tile = {32, 32},
    },
    {
        .name = "matmul_host",
        .first_step = "TODO 6, allocate, copy, multiply, copy back, free",
        .number_names = "n lda ldb ldc",
        .cases = matmul_host_cases,
        .prepare = prepare_host_product,
        .expect = expect_product,
        .rivals = product_rivals,
    },
    {0},
};
