/* What the mistakes of lab 02 compute: the functions that the rows of mistakes.inc call. */
#include "sums.h"

#include <math.h>

/* As accurate as a sum without compensation may be, and no more. */
static void within_plain(struct product p)
{
    multiply(p.a, p.b, p.m, p.n, p.k, p.to);
    for (size_t i = 0; i < p.m * p.n; i++)
        p.to.bound[i] *= error_gamma((double)p.k);
}

enum step {
    NO_COMPENSATION,
    WRONG_SIGN,
    TOO_LATE,
    OLD_LESS_NEW,
    ADDED_IN_THE_END,
    TERM_FOR_WANTED,
    OTHER_PARENTHESES,
    WHOLE_SUM, /* of int is the sum, and here the sum before the next step's */
    WHOLE_NEXT
};
enum rounding { ROUNDED, FUSED };

/* One element, step for step as a kernel with this mistake computes it, so that the answer can
 * be told by its very bits. FUSED is with the multiply-add that nvcc makes of a * b - c. */
static float mistaken_element(const struct product *p, size_t i, enum step step,
                              enum rounding rounding)
{
    const float *a = p->a.at + i / p->n * p->a.ld, *b = p->b.at + i % p->n;
    float sum = 0, excess = 0;
    for (size_t l = 0; l < p->k; l++) {
        float x = a[l], y = b[l * p->b.ld];
        float add = step == NO_COMPENSATION ? sum : step == WRONG_SIGN ? excess : -excess;
        float wanted = rounding == FUSED ? fmaf(x, y, add) : x * y + add;
        float next = step == NO_COMPENSATION ? wanted : sum + wanted;
        next = step == WHOLE_NEXT ? truncf(next) : next;
        float grown = step == TOO_LATE       ? next - next
                      : step == OLD_LESS_NEW ? sum - next
                                             : next - sum;
        excess = step == TERM_FOR_WANTED     ? grown - x * y
                 : step == OTHER_PARENTHESES ? next - (sum - wanted)
                                             : grown - wanted;
        sum = step == WHOLE_SUM ? truncf(next) : next;
    }
    return step == ADDED_IN_THE_END ? sum + excess : sum;
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
    return (double)p.m * (double)p.n * (double)p.k <= 2e7;
}

static void mistaken(struct product p, enum step step, enum rounding rounding)
{
    for (size_t i = 0; i < p.m * p.n; i++)
        p.to.value[i] = is_small(p) ? mistaken_element(&p, i, step, rounding) : INFINITY;
}

static void larger_by_value(struct product p)
{
    for (size_t i = 0; i < p.m * p.n; i++)
        p.to.value[i] = is_small(p) ? element_larger_by_value(&p, i) : INFINITY;
}

static void zeros(struct case_run *t)
{
    struct product p = row_sums(t);
    if (p.k == 0)
        return does_not_apply(t);
    p.k = 0;
    expect_within(p, 2);
}

static void one_less(struct case_run *t)
{
    struct product p = row_sums(t);
    if (p.k == 0)
        return does_not_apply(t);
    p.k--;
    expect_within(p, 2);
}

static void first_left_out(struct case_run *t)
{
    struct product p = row_sums(t);
    if (p.k == 0)
        return does_not_apply(t);
    p.a.at++;
    p.k--;
    expect_within(p, 2);
}

static void one_row_for_all(struct case_run *t)
{
    struct product p = row_sums(t);
    p.a.ld = 0;
    expect_within(p, 2);
}

/* What an array may hold that was made for a row, and where a short ends. */
static size_t usual_arrays(const struct case_run *t, size_t size)
{
    size_t next = size ? 2 * size : 64;
    return next <= 65536 && next < shape_of(t, "x").cols ? next : 0;
}

static void part_of_a_row(struct case_run *t, size_t size)
{
    struct product p = row_sums(t);
    if (p.k <= size)
        return does_not_apply(t);
    p.k = size;
    expect_within(p, 2);
}

/* Thread t reads x[col * rows + t]. Where all terms are alike, nobody can tell. */
static void by_column(struct case_run *t)
{
    const float *x = given(t, "x");
    struct product p = row_sums(t);
    if (p.m == 1 || data_kind(t) == TENTHS || data_kind(t) == EQUAL)
        return does_not_apply(t);
    for (size_t row = 0; row < p.m; row++)
        for (size_t l = 0; l < p.k; l++) {
            p.to.value[row] += x[l * p.m + row];
            p.to.bound[row] += error_gamma((double)p.k) * fabs(x[l * p.m + row]);
        }
}

static void plain_product(struct case_run *t)
{
    struct product p = product(t);
    multiply_in_float(p.a, p.b, p.m, p.n, p.k, p.to.value);
}

/* The same with other distances of the rows of a and b; what lies behind an array is NaN, as on
 * the device. With them a sum may be as inaccurate as one without compensation. */
static void rows_apart(struct case_run *t, size_t of_a, size_t of_b)
{
    struct product p = product(t);
    const size_t end_a = p.m * p.a.ld, end_b = p.k * p.b.ld;
    if (of_a == p.a.ld && of_b == p.b.ld)
        return does_not_apply(t);
    for (size_t i = 0; i < p.m * p.n && is_small(p); i++) {
        const size_t row = i / p.n, col = i % p.n;
        double magnitude = 0;
        for (size_t l = 0; l < p.k; l++) {
            size_t in_a = row * of_a + l, in_b = l * of_b + col;
            double term =
                in_a < end_a && in_b < end_b ? (double)p.a.at[in_a] * p.b.at[in_b] : NAN;
            p.to.value[i] += term;
            magnitude += fabs(term);
        }
        p.to.bound[i] = error_gamma((double)p.k) * magnitude;
    }
    for (size_t i = 0; i < p.m * p.n; i++)
        if (isnan(p.to.value[i]) && !was_written(t, "c", i))
            return does_not_apply(t);
    if (!is_small(p))
        does_not_apply(t);
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

/* Without the last term. */
static void one_term_less(struct case_run *t)
{
    struct product p = product(t);
    if (p.k < 2)
        return does_not_apply(t);
    p.k--;
    within_plain(p);
}

static void no_terms(struct case_run *t)
{
    struct product p = product(t);
    if (p.k == 0)
        return does_not_apply(t);
    p.k = 0;
    within_plain(p);
}

static void no_first_term(struct case_run *t)
{
    struct product p = product(t);
    if (p.k < 2)
        return does_not_apply(t);
    p.a.at++;
    p.b.at += p.b.ld;
    p.k--;
    within_plain(p);
}

static void factors_exchanged(struct case_run *t)
{
    struct product p = product(t);
    struct matrix_view a = p.a;
    p.a = p.b;
    p.b = a;
    within_plain(p);
}

static size_t either(const struct case_run *t, size_t size)
{
    (void)t;
    return size < 2 ? size + 1 : 0;
}

static void factor_twice(struct case_run *t, size_t which)
{
    struct product p = product(t);
    if (which == 1)
        p.b = p.a;
    else
        p.a = p.b;
    within_plain(p);
}

/* Other terms than a[row][l] * b[l][col], for sums_of(). */
static double added(const struct product *p, size_t row, size_t col, size_t l)
{
    return (double)p->a.at[row * p->a.ld + l] + p->b.at[l * p->b.ld + col];
}

static double of_a_alone(const struct product *p, size_t row, size_t col, size_t l)
{
    (void)col;
    return p->a.at[row * p->a.ld + l];
}

static double of_b_alone(const struct product *p, size_t row, size_t col, size_t l)
{
    (void)row;
    return p->b.at[l * p->b.ld + col];
}

static double by_row_of_b(const struct product *p, size_t row, size_t col, size_t l)
{
    (void)col;
    return (double)p->a.at[row * p->a.ld + l] * p->b.at[row * p->b.ld + l];
}

static double by_row_col_of_a(const struct product *p, size_t row, size_t col, size_t l)
{
    (void)row;
    return (double)p->a.at[col * p->a.ld + l] * p->b.at[l * p->b.ld + col];
}

/* As accurate as a plain sum may be, since such terms may cancel, too. */
static void sums_of(struct case_run *t,
                    double (*term)(const struct product *p, size_t row, size_t col, size_t l))
{
    struct product p = product(t);
    if (!is_small(p) || p.k == 0)
        return does_not_apply(t);
    for (size_t i = 0; i < p.m * p.n; i++) {
        double magnitude = 0;
        for (size_t l = 0; l < p.k; l++) {
            double x = term(&p, i / p.n, i % p.n, l);
            p.to.value[i] += x;
            magnitude += fabs(x);
        }
        p.to.bound[i] = error_gamma((double)p.k + 1) * magnitude;
    }
}

/* --- sum_compensated ---------------------------------------------------------------------- */

static void plain_sum(struct case_run *t)
{
    const float *x = given(t, "x");
    float sum = 0;
    for (size_t i = 0, n = count_of(t, "n"); i < n; i++)
        sum += x[i];
    if (number(t, "n"))
        want(t, "sum").value[0] = sum;
}

/* Every element is 3, and n of them add up exactly in any order: the sum tells how many were
 * counted. It is whatever lies from `low` to `high` times 3. */
static void count(struct case_run *t, double low, double high)
{
    struct want sum = want(t, "sum");
    if (data_kind(t) != EQUAL)
        return does_not_apply(t);
    sum.value[0] = 3 * (low + high) / 2;
    sum.bound[0] = 3 * (high - low) / 2;
}

/* No better than a plain sum need be; gamma(n) has no meaning from 2^24 terms on. */
static void inexact_sum(struct case_run *t)
{
    struct want sum = want(t, "sum");
    size_t n = count_of(t, "n");
    if (n == 0)
        return;
    sum.value[0] = exact_sum(given(t, "x"), n);
    sum.bound[0] = (double)n * UNIT_ROUNDOFF * magnitude(given(t, "x"), n);
}

#include "mistakes.h"
