/* What the mistakes of lab 01 compute: the functions that the rows of mistakes.inc call. */
#include "lab.h"
#include "reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The shapes, as the rows call them. */
#define A shape_of(t, "a")
#define B shape_of(t, "b")
#define C shape_of(t, "c")

/* out = x + factor * y, of integers, an element each. */
static void combine(struct case_run *t, const char *out, const char *x, int factor,
                    const char *y)
{
    struct shape shape = shape_of(t, out);
    const int *one = given(t, x), *other = given(t, y);
    for (size_t i = 0; i < shape.rows * shape.cols; i++)
        want(t, out).exact[i] = (int64_t)one[i] + (int64_t)factor * other[i];
}

/* Squares as other languages write them: x ^ 2. */
static void exclusive_or_of_2(struct case_run *t)
{
    struct shape shape = shape_of(t, "out");
    const int *in = given(t, "in");
    for (size_t i = 0; i < shape.rows * shape.cols; i++)
        want(t, "out").exact[i] = in[i] ^ 2;
}

static void cubed(struct case_run *t)
{
    const int *in = given(t, "in");
    for (size_t i = 0; i < elements_of(t, "out"); i++) {
        unsigned x = (unsigned)in[i];
        want(t, "out").exact[i] = (int)(x * x * x);
    }
}

static size_t either(const struct case_run *t, size_t size)
{
    (void)t;
    return size < 2 ? size + 1 : 0;
}

/* a, or b, is read at col * height + row. */
static void one_by_columns(struct case_run *t, size_t which)
{
    const struct shape shape = shape_of(t, "c");
    const int *turned = given(t, which == 1 ? "a" : "b"),
              *other = given(t, which == 1 ? "b" : "a");
    for (size_t i = 0; i < shape.rows * shape.cols; i++)
        want(t, "c").exact[i] =
            (int64_t)other[i] + turned[i % shape.cols * shape.rows + i / shape.cols];
}

enum { TIMES = 1, OR, XOR, AND, LARGER, SMALLER };

static size_t other_operations(const struct case_run *t, size_t size)
{
    (void)t;
    return size < SMALLER ? size + 1 : 0;
}

static int combined(int a, int b, size_t operation)
{
    switch (operation) {
    case TIMES:
        return (int)((unsigned)a * (unsigned)b);
    case OR:
        return a | b;
    case XOR:
        return a ^ b;
    case AND:
        return a & b;
    case LARGER:
        return a > b ? a : b;
    default:
        return a < b ? a : b;
    }
}

static void other_operation(struct case_run *t, size_t operation)
{
    const int *a = given(t, "a"), *b = given(t, "b");
    for (size_t i = 0; i < elements_of(t, "c"); i++)
        want(t, "c").exact[i] = combined(a[i], b[i], operation);
}

/* Which of the two the answer may be twice of. */
static const char *added_twice(const struct case_run *t)
{
    const int *c = found(t, "c"), *a = given(t, "a");
    return elements_of(t, "c") && c[0] == 2 * (int64_t)a[0] ? "a" : "b";
}

/* A float holds 24 bits of a square or a sum. */
static void in_floats(struct case_run *t, const char *out, const char *x, const char *y)
{
    struct shape shape = shape_of(t, out);
    const int *one = given(t, x), *other = given(t, y);
    for (size_t i = 0; i < shape.rows * shape.cols; i++) {
        float a = (float)one[i], b = (float)other[i], both = strcmp(x, y) ? a + b : a * b;
        want(t, out).exact[i] = (int64_t)both;
    }
}

/* The matrix that is read from an array whose rows are thought to begin `pitch` elements apart.
 * What lies behind the array is NaN, as it is on the device. */
static float *misread(const struct case_run *t, const char *name, size_t pitch)
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

/* c = a b, a sum of the terms up to before `end`. */
static void expect_product_of(struct case_run *t, struct matrix_view a, struct matrix_view b,
                              size_t k, size_t end)
{
    struct want c = want(t, "c");
    multiply(a, b, C.rows, C.cols, k, c);
    for (size_t i = 0; i < C.rows * C.cols; i++)
        c.bound[i] *= error_gamma((double)end);
}

/* What comes out with other leading dimensions than a and b have. */
static void rows_apart(struct case_run *t, size_t pitch_of_a, size_t pitch_of_b)
{
    float *a = misread(t, "a", pitch_of_a), *b = misread(t, "b", pitch_of_b);
    if (a && b)
        expect_product_of(t, (struct matrix_view){a, A.cols}, (struct matrix_view){b, C.cols},
                          A.cols, A.cols);
    free(a);
    free(b);
    for (size_t i = 0; i < elements_of(t, "c"); i++)
        if (isnan(want(t, "c").value[i]) && !was_written(t, "c", i))
            return does_not_apply(t);
}

/* What lies between rows, and behind arrays, is NaN. In one case or other, some terms of each
 * sum come from there where the rows of b are taken to be further apart, or the sum to have
 * more terms. */
static void nothing_but_nan(struct case_run *t)
{
    const struct shape a = shape_of(t, "a"), b = shape_of(t, "b");
    for (size_t i = 0; i < elements_of(t, "c"); i++) {
        want(t, "c").value[i] = NAN;
        if (!was_written(t, "c", i))
            return does_not_apply(t);
    }
    if (!elements_of(t, "c") || (a.pitch == a.cols && b.pitch == b.cols))
        does_not_apply(t);
}

/* Threads for n x n elements have computed them in rows of lda; no sum of lda terms is a
 * number, as some lie outside of b. */
static void lda_for_n(struct case_run *t)
{
    const size_t n = shape_of(t, "c").rows, lda = shape_of(t, "a").pitch;
    size_t end = n * lda; /* from where on, counted in rows of lda, nothing was written */
    for (size_t i = n * n; i-- > 0;) {
        want(t, "c").value[i] = NAN;
        if (!was_written(t, "c", i))
            end = i / n * lda + i % n;
    }
    for (size_t i = 0; i < n * n; i++)
        if (was_written(t, "c", i) && i / n * lda + i % n >= end)
            return does_not_apply(t);
    if (lda == n || end < n * n || end == n * lda)
        does_not_apply(t);
}

static bool is_square(const struct case_run *t)
{
    return C.rows == C.cols && A.cols == C.cols;
}

/* The terms from `first` to before `end`. */
static void terms(struct case_run *t, size_t first, size_t end)
{
    struct matrix_view a = view(t, "a"), b = view(t, "b");
    if (end > A.cols || first > end)
        return does_not_apply(t);
    a.at += first;
    b.at += first * b.ld;
    expect_product_of(t, a, b, end - first, end);
}

/* Each term is a sum: the row of a, and the column of b, are added up. */
static void factors_added(struct case_run *t)
{
    struct matrix_view a = view(t, "a"), b = view(t, "b");
    size_t m = C.rows, n = C.cols, k = A.cols;
    float *of_a = malloc((m * 2 * k + 1) * sizeof *of_a),
          *of_b = malloc((2 * k * n + 1) * sizeof *of_b);
    if (!k || !of_a || !of_b) {
        free(of_a);
        free(of_b);
        return does_not_apply(t);
    }
    for (size_t i = 0; i < m * 2 * k; i++)
        of_a[i] = i % (2 * k) < k ? a.at[i / (2 * k) * a.ld + i % (2 * k)] : 1;
    for (size_t i = 0; i < 2 * k * n; i++)
        of_b[i] = i / n < k ? 1 : b.at[(i / n - k) * b.ld + i % n];
    expect_product_of(t, (struct matrix_view){of_a, 2 * k}, (struct matrix_view){of_b, n},
                      2 * k, 2 * k);
    free(of_a);
    free(of_b);
}

/* Term l is read at l modulo `size`. */
static void wrapped_terms(struct case_run *t, size_t size)
{
    struct matrix_view a = view(t, "a"), b = view(t, "b");
    size_t m = C.rows, n = C.cols, k = A.cols;
    float *of_a = malloc((m * k + 1) * sizeof *of_a),
          *of_b = malloc((k * n + 1) * sizeof *of_b);
    if (k <= size || !of_a || !of_b) {
        free(of_a);
        free(of_b);
        return does_not_apply(t);
    }
    for (size_t i = 0; i < m * k; i++)
        of_a[i] = a.at[i / k * a.ld + i % k % size];
    for (size_t i = 0; i < k * n; i++)
        of_b[i] = b.at[i / n % size * b.ld + i % n];
    expect_product_of(t, (struct matrix_view){of_a, k}, (struct matrix_view){of_b, n}, k, k);
    free(of_a);
    free(of_b);
}

static size_t of_short_words(const struct case_run *t, size_t size)
{
    (void)t;
    return size == 0 ? 65536 : size == 65536 ? 32768 : 0;
}

/* What an array may hold that was made for a row or a column. */
static size_t usual_arrays(const struct case_run *t, size_t size)
{
    static const size_t after[] = {512, 1024, 2048, 4096, 8192, 12288, 16384, 32768, 65536, 0};
    unsigned i = 0;
    while (size > 0 && after[i++] != size)
        continue;
    return after[i] < A.cols ? after[i] : 0;
}

/* How many terms a loop may take at once. */
static size_t usual_steps(const struct case_run *t, size_t size)
{
    size_t next = size ? 2 * size : 4;
    return next <= 256 && next < A.cols ? next : 0;
}

/* Which of the factors a mistake concerns: bit 1 is a's, bit 2 b's. */
static size_t either_or_both(const struct case_run *t, size_t size)
{
    (void)t;
    return size < 3 ? size + 1 : 0;
}

static float *magnitudes_of(const struct case_run *t, const char *name, bool lost)
{
    float *matrix = misread(t, name, shape_of(t, name).pitch);
    for (size_t i = 0; matrix && lost && i < elements_of(t, name); i++)
        matrix[i] = fabsf(matrix[i]);
    return matrix;
}

static void without_signs(struct case_run *t, size_t of_which)
{
    float *a = magnitudes_of(t, "a", of_which & 1), *b = magnitudes_of(t, "b", of_which & 2);
    if (a && b)
        expect_product_of(t, (struct matrix_view){a, A.cols}, (struct matrix_view){b, C.cols},
                          A.cols, A.cols);
    free(a);
    free(b);
}

/* Which factors end a sum if they are 0: bit 1 is a's, bit 2 b's. */
static float sum_up_to_a_zero(struct matrix_view a, struct matrix_view b, size_t k, size_t ends)
{
    float sum = 0;
    for (size_t l = 0; l < k; l++) {
        float of_a = a.at[l], of_b = b.at[l * b.ld];
        if ((ends & 1 && of_a == 0) || (ends & 2 && of_b == 0))
            break;
        sum += of_a * of_b;
    }
    return sum;
}

static void ends_at_a_zero(struct case_run *t, size_t ends)
{
    struct want c = want(t, "c");
    struct matrix_view a = view(t, "a"), b = view(t, "b");
    expect_product_of(t, a, b, A.cols, A.cols);
    for (size_t i = 0; i < C.rows * C.cols; i++)
        c.value[i] =
            sum_up_to_a_zero((struct matrix_view){a.at + i / C.cols * a.ld, a.ld},
                             (struct matrix_view){b.at + i % C.cols, b.ld}, A.cols, ends);
}

static void product_of(struct case_run *t, const char *left, const char *right)
{
    expect_product_of(t, view(t, left), view(t, right), A.cols, A.cols);
}

#include "mistakes.h"
