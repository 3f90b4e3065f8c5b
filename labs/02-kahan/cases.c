/* The judge's side of lab 02: inputs, references, bounds and cases.
 *
 * Kahan's sum of k terms is off by at most (2u + O(k u^2)) times the sum of their magnitudes
 * (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., (4.8) and (4.9), after
 * Knuth and Goldberg): where all terms have one sign, that is 2u |sum|. A sum that adds up what
 * was lost and applies it once, at the end (Neumaier; Ogita, Rump and Oishi's Sum2), is off by
 * u |sum| + gamma(k)^2 times the sum of the magnitudes. Both are right answers here. */
#include "lab.h"
#include "reference.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

enum {
    SWALLOW = LAB_DATA, /* 100998 and then 2.338 again and again: what the text adds up */
    SWALLOW_NEGATIVE,   /* the same with the other sign */
    TENTHS,             /* 0.1, which no float is */
    ILL,                /* terms that cancel but for 1/80000 of their magnitudes */
    ILL_HALVES,         /* the same, all positive ones first */
    WIDE,               /* magnitudes from 2^-20 to 2^20 */
    DIGITS,             /* terms that cancel; their sums take 53 bits, or 65 */
};

enum { BLOCK_SIZE = 256 };

/* --- sums in float, right and wrong ----------------------------------------------------- */

/* Row sums are the product with a column of ones, and are judged as such. */
struct product {
    struct matrix_view a, b;
    size_t m, n, k;
    struct want to;
};

static const float one = 1;

static struct product row_sums(struct trial *t)
{
    struct shape x = shape_of(t, "x");
    return (struct product){view(t, "x"), {&one, 0}, x.rows, 1, x.cols, want(t, "sums")};
}

static struct product product(struct trial *t)
{
    size_t n = shape_of(t, "c").rows;
    return (struct product){view(t, "a"), view(t, "b"), n, n, n, want(t, "c")};
}

/* The result with `roundings` u of the sum of the magnitudes for a bound, and what both kinds
 * of compensated sum may add in u^2. */
static void expect_within(struct product p, double roundings)
{
    double u = UNIT_ROUNDOFF, k = (double)p.k;
    double part = roundings * u + 8 * k * u * u + error_gamma(k) * error_gamma(k);
    multiply(p.a, p.b, p.m, p.n, p.k, p.to.value, p.to.bound);
    for (size_t i = 0; i < p.m * p.n; i++)
        p.to.bound[i] *= part;
}

/* As accurate as a sum without compensation may be, and no more. */
static void expect_within_plain(struct product p)
{
    multiply(p.a, p.b, p.m, p.n, p.k, p.to.value, p.to.bound);
    for (size_t i = 0; i < p.m * p.n; i++)
        p.to.bound[i] *= error_gamma((double)p.k);
}

enum mistake { NO_COMPENSATION, WRONG_SIGN, TOO_LATE };

/* One element, step for step as a kernel with this mistake computes it, so that the answer can
 * be told by its very bits. `fused`: with the multiply-add that nvcc makes of a * b - c. */
static float mistaken_element(const struct product *p, size_t i, enum mistake mistake,
                              bool fused)
{
    const float *a = p->a.at + i / p->n * p->a.ld, *b = p->b.at + i % p->n;
    float sum = 0, excess = 0;
    for (size_t l = 0; l < p->k; l++) {
        float x = a[l], y = b[l * p->b.ld];
        float add = mistake == NO_COMPENSATION ? sum : mistake == WRONG_SIGN ? excess : -excess;
        float wanted = fused ? fmaf(x, y, add) : x * y + add;
        float next = mistake == NO_COMPENSATION ? wanted : sum + wanted;
        excess = mistake == TOO_LATE ? (next - next) - wanted : (next - sum) - wanted;
        sum = next;
    }
    return sum;
}

/* Neumaier's sum, but for the larger of sum and term it takes the one further up, not the one
 * further from 0. */
static float element_larger_by_value(const struct product *p, size_t i)
{
    const float *a = p->a.at + i / p->n * p->a.ld, *b = p->b.at + i % p->n;
    float sum = 0, lost = 0;
    for (size_t l = 0; l < p->k; l++) {
        float term = a[l] * b[l * p->b.ld], next = sum + term;
        lost += sum >= term ? (sum - next) + term : (term - next) + sum;
        sum = next;
    }
    return sum + lost;
}

/* Products too large for these loops are left to the smaller cases. */
static bool is_small(struct product p)
{
    return (double)p.m * (double)p.n * (double)p.k <= 5e6;
}

static void expect_mistake(struct product p, enum mistake mistake, bool fused)
{
    for (size_t i = 0; i < p.m * p.n; i++)
        p.to.value[i] = is_small(p) ? mistaken_element(&p, i, mistake, fused) : INFINITY;
}

static void expect_larger_by_value(struct product p)
{
    for (size_t i = 0; i < p.m * p.n; i++)
        p.to.value[i] = is_small(p) ? element_larger_by_value(&p, i) : INFINITY;
}

/* --- the technique: float ---------------------------------------------------------------- */

/* Arithmetic is not counted, but digits tell. Of these rows the even ones are whole numbers
 * whose partial sums stay below 2^53: a double adds them up exactly in any order, and a float
 * with a compensation, which holds 49 bits, does not. Partial sums of the odd rows go up to
 * 2^65, so that a double loses the small terms, and only what is more exact keeps them. */
enum { DIGIT_TERMS = 32, LARGE_TERMS = 14, SMALL_TERMS = 2 };

static void shuffle(struct trial *t, float *x, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int64_t other = random_between(t, 0, i);
        float held = x[i];
        x[i] = x[other];
        x[other] = held;
    }
}

/* Pairs of large and of middling terms that cancel, and the small terms, which are left. */
static void fill_digits(struct trial *t, float *row, bool beyond_double)
{
    for (int i = 0; i < DIGIT_TERMS - SMALL_TERMS; i += 2) {
        double term = (double)random_between(t, 1 << 23, (1 << 24) - 1);
        row[i] = (float)(i < LARGE_TERMS ? ldexp(term, beyond_double ? 37 : 25) : term);
        row[i + 1] = -row[i];
    }
    for (int i = DIGIT_TERMS - SMALL_TERMS; i < DIGIT_TERMS; i++)
        row[i] = (float)random_between(t, 1, 1000);
    shuffle(t, row, DIGIT_TERMS);
}

/* The sum of such a row: what carries beyond 64 bits cancels as the large terms do. */
static double sum_of_digits(const float *row)
{
    uint64_t sum = 0;
    for (int i = 0; i < DIGIT_TERMS; i++)
        sum += (uint64_t)(int64_t)row[i];
    return (double)(int64_t)sum;
}

/* All sums of row i of x are in row i of `sums`. */
static const char *objection_to_double(const struct trial *t, struct matrix_view x,
                                       struct matrix_view sums, struct shape shape)
{
    size_t inexact[2] = {0, 0};
    if (data_kind(t) != DIGITS)
        return NULL;
    for (size_t row = 0; row < shape.rows; row++)
        for (size_t col = 0; col < shape.cols; col++)
            inexact[row % 2] +=
                sums.at[row * sums.ld + col] != sum_of_digits(x.at + row * x.ld);
    if (inexact[0] > 0 || inexact[1] == 0)
        return NULL;
    return "all sums that take 53 bits are exact, and those that take more are not, which is "
           "what a double gives; a float and its compensation hold 49 bits: add up in float";
}

/* --- row_sums_kahan ---------------------------------------------------------------------- */

static bool swallows(const struct trial *t)
{
    return data_kind(t) == SWALLOW || data_kind(t) == SWALLOW_NEGATIVE;
}

/* As the text has it: 100998 + 2.338 is stored as 101000.3359375. */
static float swallowing_term(const struct trial *t, size_t col)
{
    float term = col ? 2.338f : 100998;
    return data_kind(t) == SWALLOW ? term : -term;
}

static void fill(const struct trial *t, float *x, size_t rows, size_t width)
{
    for (size_t i = 0; i < rows * width && data_kind(t) == TENTHS; i++)
        x[i] = 0.1f;
    for (size_t i = 0; i < rows * width && swallows(t); i++)
        x[i] = swallowing_term(t, i % width);
}

static void prepare_row_sums(struct trial *t)
{
    size_t rows = (size_t)number(t, "rows"), width = (size_t)number(t, "width");
    float *x = add_input(t, "x", FLOAT32, matrix(rows, width));
    fill(t, x, rows, width);
    for (size_t row = 0; row < rows && data_kind(t) == DIGITS; row++)
        fill_digits(t, x + row * width, row % 2);
    add_output(t, "sums", FLOAT32, list(rows));
}

static const char *technique_row_sums(const struct trial *t, const struct simt_counters *unused)
{
    (void)unused;
    return objection_to_double(t, view(t, "x"), (struct matrix_view){found(t, "sums"), 1},
                               matrix(shape_of(t, "x").rows, 1));
}

static void expect_row_sums(struct trial *t)
{
    expect_within(row_sums(t), 2);
}

static void expect_row_sums_plain(struct trial *t)
{
    expect_mistake(row_sums(t), NO_COMPENSATION, false);
}

static void expect_row_sums_wrong_sign(struct trial *t)
{
    expect_mistake(row_sums(t), WRONG_SIGN, false);
}

static void expect_row_sums_too_late(struct trial *t)
{
    expect_mistake(row_sums(t), TOO_LATE, false);
}

static void expect_row_sums_one_less(struct trial *t)
{
    struct product p = row_sums(t);
    if (p.k == 0)
        return does_not_apply(t, "sums");
    p.k--;
    expect_within(p, 2);
}

static void expect_row_sums_larger_by_value(struct trial *t)
{
    expect_larger_by_value(row_sums(t));
}

/* Thread t reads x[col * rows + t]. */
static void expect_row_sums_by_column(struct trial *t)
{
    const float *x = given(t, "x");
    struct product p = row_sums(t);
    if (p.m == 1)
        return does_not_apply(t, "sums");
    for (size_t row = 0; row < p.m; row++)
        for (size_t l = 0; l < p.k; l++) {
            p.to.value[row] += x[l * p.m + row];
            p.to.bound[row] += error_gamma((double)p.k) * fabs(x[l * p.m + row]);
        }
}

static void expect_row_sums_inexact(struct trial *t)
{
    expect_within_plain(row_sums(t));
}

static const char says_plain[] =
    "this is, to the last bit, the plain float sum: is there a compensation, does it live from "
    "step to step (declared inside the loop it is 0 in each), and is it not optimised away "
    "(-ffast-math)?";
static const char says_fused[] =
    "this is, to the last bit, the plain float sum with fused multiply-adds (nvcc makes them "
    "of "
    "sum += a * b): they spare the product's rounding, but the sum still loses its low bits; "
    "keep these in a compensation that lives from step to step";
static const char says_sign[] = "the compensation has the wrong sign: what the last addition "
                                "gained too much is to be taken "
                                "off the next term, so that it is undone and not doubled";
static const char says_late[] =
    "the compensation is formed after the sum was replaced: new sum minus new sum is 0; keep "
    "the old sum until you have taken it off the new one";
static const char says_larger[] =
    "of the sum and the term, the larger by value is taken for the larger: what an addition "
    "loses is of the one whose magnitude is smaller, so compare fabsf() of both";
static const char says_inexact[] = "no better than a plain float sum has to be: the low bits "
                                   "that additions round off are lost "
                                   "somewhere";

static const struct rival row_sums_rivals[] = {
    /* Before the plain sum, as it is one where the terms are negative. */
    {"larger-by-value", expect_row_sums_larger_by_value, says_larger, false},
    {"plain-sum", expect_row_sums_plain, says_plain, true},
    {"wrong-sign", expect_row_sums_wrong_sign, says_sign, true},
    {"too-late", expect_row_sums_too_late, says_late, false},
    {"one-less", expect_row_sums_one_less, "the last element of each row is not in its sum",
     false},
    {"by-column", expect_row_sums_by_column,
     "these are sums of elements `rows` apart: row r begins at element r * width, and its "
     "elements are neighbours",
     false},
    {"inexact", expect_row_sums_inexact, says_inexact, false},
    {0},
};

/* Each case asks for one thing more than those before it: the first that fails names the bug.
 */
static const struct test_case row_sums_cases[] = {
    /* rows, width */
    {"by-hand", {1, 2}, SWALLOW, "the text's 100998 + 2.338, stored as 101000.3359375", 0, 0},
    {"one-block", {256, 20}, INDEXED, "256 rows: exactly one block", 0, 0},
    {"more", {257, 20}, INDEXED, "a row more than a block", CHECKED, 0},
    {"less", {255, 20}, INDEXED, "a row less than a block", 0, 0},
    {"many-rows", {5000, 7}, INDEXED, "many blocks with a ragged end", 0, 0},
    {"columns", {300, 1}, SIGNED, "width 1: each sum is its element", 0, 0},
    {"equal", {70, 100}, EQUAL, "all elements alike", 0, 0},
    {"uniform", {400, 1000}, UNIFORM, "1000 random terms in [0,1)", ACCURACY, 0},
    {"text", {1, 1001}, SWALLOW, "1000 additions that lose 0.002 each", ACCURACY, 0},
    {"negative", {1, 1001}, SWALLOW_NEGATIVE, "the same with the other sign", ACCURACY, 0},
    {"long-row", {3, 10000}, TENTHS, "0.1 added 10000 times", ACCURACY, 0},
    {"signed", {300, 333}, SIGNED, "terms of both signs", 0, 0},
    {"digits", {64, DIGIT_TERMS}, DIGITS, "told from sums in double", CHECKED | COUNTED, 0},
    {"no-columns", {5, 0}, UNIFORM, "rows without elements: each sum is 0", 0, 0},
    {"no-rows", {0, 5}, UNIFORM, "nothing to do, and no error left behind", 0, 0},
    {0},
};

/* --- matmul_kahan ------------------------------------------------------------------------ */

/* A row of a times a column of b adds up what a row of row_sums_kahan does: the products are
 * exact, so that it is the sums that are judged. */
static void fill_factors(struct trial *t, float *a, float *b)
{
    struct shape in_a = shape_of(t, "a"), in_b = shape_of(t, "b");
    bool digits = data_kind(t) == DIGITS;
    for (size_t row = 0; row < in_a.rows && (digits || swallows(t)); row++) {
        for (size_t col = 0; col < in_a.cols; col++) {
            a[row * in_a.pitch + col] = swallowing_term(t, col);
            b[row * in_b.pitch + col] = 1;
        }
        if (digits)
            fill_digits(t, a + row * in_a.pitch, row % 2);
    }
}

static void prepare_matmul(struct trial *t)
{
    size_t n = (size_t)number(t, "n");
    float *a = add_input(t, "a", FLOAT32, pitched(n, n, (size_t)number(t, "lda")));
    float *b = add_input(t, "b", FLOAT32, pitched(n, n, (size_t)number(t, "ldb")));
    add_output(t, "c", FLOAT32, pitched(n, n, (size_t)number(t, "ldc")));
    fill_factors(t, a, b);
}

static const char *technique_matmul(const struct trial *t, const struct simt_counters *unused)
{
    struct shape c = shape_of(t, "c");
    (void)unused;
    return objection_to_double(t, view(t, "a"), (struct matrix_view){found(t, "c"), c.pitch},
                               c);
}

/* Each product is rounded, too, which adds u of its magnitude. For random factors in [0,1) the
 * contract asks for more, 1.2e-7 = 2.01u: roundings upwards and downwards cancel. In 2 million
 * random elements no correct sum, with and without fused multiply-add, was off by more than
 * 1.4u from n = 40 on; for n from 3 to 10 some were, by up to 2.7u. Hence the 64. */
static void expect_matmul(struct trial *t)
{
    struct product p = product(t);
    expect_within(p, 3);
    for (size_t i = 0; i < p.m * p.n && data_kind(t) == UNIFORM && p.k >= 64; i++)
        p.to.bound[i] = fmin(p.to.bound[i], 1.2e-7 * fabs(p.to.value[i]));
}

static void expect_matmul_plain(struct trial *t)
{
    struct product p = product(t);
    multiply_in_float(p.a, p.b, p.m, p.n, p.k, p.to.value);
}

static void expect_matmul_fused(struct trial *t)
{
    expect_mistake(product(t), NO_COMPENSATION, true);
}

static void expect_matmul_wrong_sign(struct trial *t)
{
    expect_mistake(product(t), WRONG_SIGN, false);
}

static void expect_matmul_wrong_sign_fused(struct trial *t)
{
    expect_mistake(product(t), WRONG_SIGN, true);
}

static void expect_matmul_too_late(struct trial *t)
{
    expect_mistake(product(t), TOO_LATE, false);
}

static void expect_matmul_too_late_fused(struct trial *t)
{
    expect_mistake(product(t), TOO_LATE, true);
}

static void expect_matmul_larger_by_value(struct trial *t)
{
    expect_larger_by_value(product(t));
}

static void expect_matmul_inexact(struct trial *t)
{
    expect_within_plain(product(t));
}

static const struct rival matmul_rivals[] = {
    {"larger-by-value", expect_matmul_larger_by_value, says_larger, false},
    {"plain-sum", expect_matmul_plain, says_plain, true},
    {"fused-sum", expect_matmul_fused, says_fused, true},
    {"wrong-sign", expect_matmul_wrong_sign, says_sign, true},
    {"wrong-sign", expect_matmul_wrong_sign_fused, says_sign, true},
    {"too-late", expect_matmul_too_late, says_late, false},
    {"too-late", expect_matmul_too_late_fused, says_late, false},
    {"inexact", expect_matmul_inexact, says_inexact, false},
    {"b-transposed", expect_b_transposed,
     "this is the product with b transposed: its row and column are exchanged where you read "
     "it",
     false},
    {0},
};

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
static void report_matmul(const struct trial *t, FILE *out)
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
        count_error(&of_yours, yours[i / n * ldc + i % n], exact.value[i]);
    }
    free(plain);
    fprintf(out, "         n = %-5zu relative error: most   on average   nearest float\n", n);
    print_accuracy(out, "plain float sum", of_plain);
    print_accuracy(out, "compensated", of_yours);
    fprintf(out, "         %.4f s for yours, %.4f s for the plain sum as a loop on the CPU\n",
            seconds_of(t), plain_seconds);
}

// clang-format off
#define MATMUL_CASES                                                                           \
    {"two", {2, 2, 2, 2}, INDEXED, "small enough to follow by hand", 0, 0},                    \
    {"one-block", {16, 16, 16, 16}, SIGNED, "256 elements: exactly one block", 0, 0},          \
    {"more", {17, 17, 17, 17}, SIGNED, "a second, partial block", CHECKED, 0},                 \
    {"less", {15, 15, 15, 15}, SIGNED, "less than a block", 0, 0},                             \
    {"one", {1, 1, 1, 1}, SIGNED, "a single element", 0, 0},                                   \
    {"padded-a", {33, 40, 33, 33}, SIGNED, "lda exceeds n", 0, 0},                             \
    {"padded-b", {33, 33, 40, 33}, SIGNED, "ldb exceeds n", 0, 0},                             \
    {"padded-c", {33, 33, 33, 40}, SIGNED, "ldc exceeds n: the padding is not yours",          \
     CHECKED, 0},                                                                              \
    {"padded-all", {60, 61, 63, 67}, SIGNED, "three different leading dimensions", 0, 0},      \
    {"equal", {64, 64, 64, 64}, EQUAL, "all elements alike", 0, 0},                            \
    {"uniform", {100, 101, 103, 107}, UNIFORM, "random terms in [0,1), relative error 1.2e-7", \
     ACCURACY, 0},                                                                             \
    {"swallow", {80, 80, 80, 80}, SWALLOW, "100998 and then 2.338 again and again",            \
     ACCURACY, 0},                                                                             \
    {"negative", {80, 80, 80, 80}, SWALLOW_NEGATIVE, "the same with the other sign",           \
     ACCURACY, 0},                                                                             \
    {"digits", {DIGIT_TERMS, 33, 34, 35}, DIGITS, "told from sums in double", COUNTED, 0},     \
    {"empty", {0, 0, 0, 0}, UNIFORM, "nothing to do, and no error left behind", 0, 0}
// clang-format on

static const struct test_case matmul_cases[] = {
    /* n, lda, ldb, ldc */
    MATMUL_CASES,
    {"text", {1000, 1000, 1000, 1000}, UNIFORM, "the text's n", MEASURED | ONCE, 30},
    {0},
};

/* --- matmul_kahan_timed ------------------------------------------------------------------ */

static void prepare_timed(struct trial *t)
{
    size_t n = (size_t)number(t, "n"), blocks = (n * n + BLOCK_SIZE - 1) / BLOCK_SIZE;
    prepare_matmul(t);
    add_output(t, "start", INT64, list(blocks));
    add_output(t, "stop", INT64, list(blocks));
    without_expectation(t, "start");
    without_expectation(t, "stop");
}

enum { LONG_SUM = 512 };

/* What is wrong with a block's clocks, into `text`; they were `before` before the first run and
 * 0 before the second. A step of the loop takes many ticks (200 on an H200, 5 on a CPU), two
 * clocks read at once are up to 200 apart: for long sums, half a tick a step tells them apart
 * and leaves room for an answer that keeps several sums at once. */
static bool clocks_are_wrong(const struct trial *t, size_t block, char *text, size_t size)
{
    int64_t before = ((const int64_t *)given(t, "start"))[block], steps = number(t, "n");
    int64_t start = ((const int64_t *)found(t, "start"))[block];
    int64_t stop = ((const int64_t *)found(t, "stop"))[block];
    bool no_start = start == 0 || start == before, no_stop = stop == 0 || stop == before;
    if (no_start || no_stop)
        snprintf(text, size,
                 "%s[%zu] was never written: thread 0 of every block stores both clocks, in "
                 "blocks of 256 threads",
                 no_start ? "start" : "stop", block);
    else if (stop < start)
        snprintf(text, size,
                 "block %zu stops %lld ticks before it starts: are start and stop exchanged?",
                 block, (long long)(start - stop));
    else if (steps >= LONG_SUM && stop - start < steps / 2)
        snprintf(text, size,
                 "block %zu took %lld ticks for sums of %lld terms: its stop clock is read "
                 "before the work is done",
                 block, (long long)(stop - start), (long long)steps);
    else
        return false;
    return true;
}

/* No two multiprocessors, and no two blocks on one, wait for memory equally long; of a thousand
 * blocks all alike no clock has timed one. Of a few, or short ones, some may well be alike. */
static bool clocks_are_made_up(const struct trial *t, char *text, size_t size)
{
    const int64_t *start = found(t, "start"), *stop = found(t, "stop");
    size_t blocks = shape_of(t, "start").cols;
    if (number(t, "n") < LONG_SUM)
        return false;
    for (size_t block = 1; block < blocks; block++)
        if (stop[block] - start[block] != stop[0] - start[0])
            return false;
    snprintf(
        text, size,
        "all %zu blocks took %lld ticks, none one more or less: store what clock64() gives "
        "in each block",
        blocks, (long long)(stop[0] - start[0]));
    return true;
}

/* Only clocks of one block are compared: a block stays on one multiprocessor, and each of these
 * has a clock of its own. */
static const char *verify_clocks(const struct trial *t)
{
    static char text[200];
    for (size_t block = 0; block < shape_of(t, "start").cols; block++)
        if (clocks_are_wrong(t, block, text, sizeof text))
            return text;
    return clocks_are_made_up(t, text, sizeof text) ? text : NULL;
}

/* Shortest and longest time of a block, each by its own clock. */
static void report_clocks(const struct trial *t, FILE *out)
{
    const int64_t *start = found(t, "start"), *stop = found(t, "stop");
    size_t blocks = shape_of(t, "start").cols;
    int64_t least = INT64_MAX, most = 0, sum = 0;
    for (size_t block = 0; block < blocks; block++) {
        int64_t ticks = stop[block] - start[block];
        least = ticks < least ? ticks : least;
        most = ticks > most ? ticks : most;
        sum += ticks;
    }
    fprintf(
        out,
        "         %zu blocks, %.4f s; ticks a block: %lld at least, %lld on average, %lld at "
        "most\n",
        blocks, seconds_of(t), (long long)least, (long long)(sum / (int64_t)blocks),
        (long long)most);
}

static const struct test_case timed_cases[] = {
    /* n, lda, ldb, ldc */
    MATMUL_CASES,
    {"clocks",
     {LONG_SUM, LONG_SUM, LONG_SUM, LONG_SUM},
     UNIFORM,
     "1024 blocks, each timed by itself",
     MEASURED,
     0},
    {0},
};

/* --- sum_compensated --------------------------------------------------------------------- */

/* A sum with twice the digits of a double. */
struct exact {
    double high, low;
};

/* Knuth's TwoSum: what high + x loses goes to low, whose own roundings are 2^-53 of that. */
static struct exact add_exactly(struct exact sum, double x)
{
    double high = sum.high + x, part = high - sum.high;
    double lost = (sum.high - (high - part)) + (x - part);
    return (struct exact){high, sum.low + lost};
}

static double exact_sum(const float *x, size_t n)
{
    struct exact sum = {0, 0};
    for (size_t i = 0; i < n; i++)
        sum = add_exactly(sum, x[i]);
    return sum.high + sum.low;
}

static double magnitude(const float *x, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += fabs(x[i]);
    return sum;
}

/* Gives the numbers signs so that they nearly cancel, and moves half of them by a little, so
 * that what is left is 1/80000 of their magnitudes: condition number 80000. */
static void make_ill(struct trial *t, float *x, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (data_kind(t) == ILL_HALVES ? i >= n / 2 : random_bits(t) & 1)
            x[i] = -x[i];
    double target = magnitude(x, n) / 80000, moved = (double)((n + 1) / 2);
    double by = (target - exact_sum(x, n)) / moved;
    for (size_t i = 0; i < n; i += 2)
        x[i] = (float)(x[i] + by);
}

static void prepare_sum(struct trial *t)
{
    size_t n = (size_t)number(t, "n");
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

static void expect_sum(struct trial *t)
{
    struct want sum = want(t, "sum");
    if (number(t, "n") == 0)
        return;
    sum.value[0] = exact_sum(given(t, "x"), (size_t)number(t, "n"));
    sum.bound[0] = two_ulps(sum.value[0]);
}

static void expect_sum_plain(struct trial *t)
{
    const float *x = given(t, "x");
    float sum = 0;
    for (size_t i = 0, n = (size_t)number(t, "n"); i < n; i++)
        sum += x[i];
    if (number(t, "n"))
        want(t, "sum").value[0] = sum;
}

/* Every element is 3, and n of them add up exactly in any order: the sum tells how many were
 * counted. The rival is whatever lies from `low` to `high` times 3. */
static void expect_count(struct trial *t, double low, double high)
{
    struct want sum = want(t, "sum");
    if (data_kind(t) != EQUAL)
        return does_not_apply(t, "sum");
    sum.value[0] = 3 * (low + high) / 2;
    sum.bound[0] = 3 * (high - low) / 2;
}

static void expect_sum_of_fewer(struct trial *t)
{
    expect_count(t, 0, (double)number(t, "n") - 1);
}

static void expect_sum_of_more(struct trial *t)
{
    double n = (double)number(t, "n");
    expect_count(t, n + 1, 1024 * n);
}

/* No better than a plain sum need be. */
static void expect_sum_inexact(struct trial *t)
{
    struct want sum = want(t, "sum");
    size_t n = (size_t)number(t, "n");
    if (n == 0)
        return;
    sum.value[0] = exact_sum(given(t, "x"), n);
    sum.bound[0] = error_gamma((double)n) * magnitude(given(t, "x"), n);
}

/* The same where a thread has no more than one element: then it is the combining. */
static void expect_combining_inexact(struct trial *t)
{
    if (number(t, "n") > BLOCK_SIZE)
        return does_not_apply(t, "sum");
    expect_sum_inexact(t);
}

/* A sum of one block leaves all multiprocessors but one idle. A second launch that combines the
 * blocks' parts may well be one of a single block. */
static const char *technique_blocks(const struct trial *t, const struct simt_counters *counters)
{
    static char text[200];
    if (counters->blocks > counters->launches)
        return NULL;
    snprintf(text, sizeof text,
             "no launch has more than one block for %lld elements; share them out over many "
             "blocks, and combine what these leave",
             (long long)number(t, "n"));
    return text;
}

static const struct rival sum_rivals[] = {
    {"fewer", expect_sum_of_fewer,
     "elements are missing from the sum: is a share rounded down, so that the tail belongs to "
     "nobody, or only one block's part used?",
     false},
    {"more", expect_sum_of_more,
     "elements are counted more than once: do the threads' shares overlap, or is a sum not "
     "cleared?",
     false},
    {"plain-sum", expect_sum_plain, says_plain, true},
    {"combining", expect_combining_inexact,
     "a thread has hardly more than one element here, so the low bits are lost where partial "
     "sums are combined: each has a compensation, which must be combined with it",
     false},
    {"inexact", expect_sum_inexact,
     "no better than a plain float sum has to be: low bits are lost within a thread's own sum, "
     "or it is combined with the others' and its compensation left behind",
     false},
    {0},
};

static const struct test_case sum_cases[] = {
    /* n */
    {"one-block", {256}, EQUAL, "256 elements: exactly one block", CHECKED, 0},
    {"more", {257}, EQUAL, "an element more than a block", CHECKED, 0},
    {"less", {255}, EQUAL, "an element less than a block", 0, 0},
    {"one", {1}, SIGNED, "a single element", 0, 0},
    {"ragged", {100003}, EQUAL, "many blocks with a ragged end", COUNTED, 0},
    {"large", {(1 << 20) + 77}, EQUAL, "more elements than threads, with a ragged end", 0, 0},
    {"text", {1001}, SWALLOW, "100998 and a thousand times 2.338", ACCURACY, 0},
    {"tenths", {1 << 20}, TENTHS, "0.1 added a million times", ACCURACY, 0},
    {"several-blocks", {3000}, WIDE, "a dozen blocks with a ragged end", CHECKED, 0},
    {"wide", {100003}, WIDE, "magnitudes from 2^-20 to 2^20", 0, 0},
    {"combining", {200}, ILL, "one element a thread, condition number 8e4", ACCURACY, 0},
    {"halves",
     {1 << 18},
     ILL_HALVES,
     "positive terms first, condition number 8e4",
     ACCURACY,
     0},
    {"cancelling", {(1 << 20) + 77}, ILL, "condition number 8e4", ACCURACY, 0},
    {"largest", {1 << 22}, ILL, "4 million terms, condition number 8e4", ACCURACY | ONCE, 0},
    {"empty", {0}, UNIFORM, "nothing to do, and no error left behind", 0, 0},
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
        .rivals = row_sums_rivals,
        .technique = technique_row_sums,
        .tile = {0, BLOCK_SIZE},
    },
    {
        .name = "matmul_kahan",
        .first_step = "TODO 3, the product of lab 01 with the sums of TODO 1",
        .number_names = "n lda ldb ldc",
        .cases = matmul_cases,
        .prepare = prepare_matmul,
        .expect = expect_matmul,
        .rivals = matmul_rivals,
        .technique = technique_matmul,
        .report = report_matmul,
    },
    {
        .name = "matmul_kahan_timed",
        .first_step = "TODO 4, the product of TODO 3 with two clocks a block",
        .number_names = "n lda ldb ldc",
        .cases = timed_cases,
        .prepare = prepare_timed,
        .expect = expect_matmul,
        .rivals = matmul_rivals,
        .technique = technique_matmul,
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
        .rivals = sum_rivals,
        .technique = technique_blocks,
        .stretch = true,
    },
    {0},
};
