/* Reference computations that several labs share: see reference.h. The loops walk b and the
 * results along rows, so that the compiler can vectorise them. */
#include "reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A function that the program chooses by the processor it runs on, where compilers can do that.
 */
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__)
#define FOR_WIDE_VECTORS __attribute__((target_clones("avx2", "default")))
#else
#define FOR_WIDE_VECTORS
#endif

/* Four terms for each of n elements: the sums travel to and from memory once for all of them.
 */
FOR_WIDE_VECTORS
static void add_four_terms(const float *a, const float *b, size_t ld, size_t n,
                           double *restrict sum, double *restrict size)
{
    double a0 = a[0], a1 = a[1], a2 = a[2], a3 = a[3];
    const float *b0 = b, *b1 = b0 + ld, *b2 = b1 + ld, *b3 = b2 + ld;
    for (size_t j = 0; j < n; j++) {
        double t0 = a0 * b0[j], t1 = a1 * b1[j], t2 = a2 * b2[j], t3 = a3 * b3[j];
        sum[j] += t0 + t1 + (t2 + t3);
        size[j] += fabs(t0) + fabs(t1) + (fabs(t2) + fabs(t3));
    }
}

static void add_term(double factor, const float *b, size_t n, double *restrict sum,
                     double *restrict size)
{
    for (size_t j = 0; j < n; j++) {
        sum[j] += factor * b[j];
        size[j] += fabs(factor * b[j]);
    }
}

void multiply(struct matrix_view a, struct matrix_view b, size_t m, size_t n, size_t k,
              struct want c)
{
#pragma omp parallel for schedule(dynamic, 8)
    for (size_t i = 0; i < m; i++) {
        const float *row = a.at + i * a.ld;
        double *sum = c.value + i * n, *size = c.bound + i * n;
        size_t l = c.asked && !c.asked[i] ? k : 0;
        memset(sum, 0, n * sizeof *sum);
        memset(size, 0, n * sizeof *size);
        for (; l + 4 <= k; l += 4)
            add_four_terms(row + l, b.at + l * b.ld, b.ld, n, sum, size);
        for (; l < k; l++)
            add_term(row[l], b.at + l * b.ld, n, sum, size);
    }
}

void multiply_in_float(struct matrix_view a, struct matrix_view b, size_t m, size_t n, size_t k,
                       double *value)
{
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < m; i++) {
        float *sum = calloc(n, sizeof *sum);
        for (size_t l = 0; sum && l < k; l++) {
            float factor = a.at[i * a.ld + l];
            const float *row = b.at + l * b.ld;
            for (size_t j = 0; j < n; j++)
                sum[j] += factor * row[j];
        }
        for (size_t j = 0; j < n; j++)
            value[i * n + j] = sum ? sum[j] : NAN;
        free(sum);
    }
}

/* --- tasks that multiply: c = a b ------------------------------------------------------- */

void prepare_product(struct case_run *t)
{
    size_t m = (size_t)number(t, "m"), n = (size_t)number(t, "n"), k = (size_t)number(t, "k");
    add_input(t, "a", FLOAT32, matrix(m, k));
    add_input(t, "b", FLOAT32, matrix(k, n));
    add_output(t, "c", FLOAT32, matrix(m, n));
}

struct matrix_view view(const struct case_run *t, const char *name)
{
    return (struct matrix_view){given(t, name), shape_of(t, name).pitch};
}

void expect_product(struct case_run *t)
{
    struct want c = want(t, "c");
    struct shape shape = shape_of(t, "c");
    size_t k = shape_of(t, "a").cols;
    multiply(view(t, "a"), view(t, "b"), shape.rows, shape.cols, k, c);
    for (size_t i = 0; i < shape.rows * shape.cols; i++)
        c.bound[i] *= error_gamma((double)k);
}

double work_of_product(const struct case_run *t)
{
    return (double)elements_of(t, "c") * (2 * (double)shape_of(t, "a").cols + 1);
}

static void expect_with_transposed(struct case_run *t, const char *name)
{
    struct shape shape = shape_of(t, "c");
    size_t n = shape.cols;
    struct want c = want(t, "c");
    struct matrix_view a = view(t, "a"), b = view(t, "b");
    struct matrix_view *turned = *name == 'a' ? &a : &b;
    if (shape.rows != n || shape_of(t, "a").cols != n)
        return does_not_apply(t);
    float *copy = malloc(n * n * sizeof *copy + 1);
    for (size_t i = 0; copy && i < n * n; i++)
        copy[i] = turned->at[i % n * turned->ld + i / n];
    *turned = (struct matrix_view){copy, n};
    multiply(a, b, n, n, n, c);
    for (size_t i = 0; i < n * n; i++)
        c.bound[i] *= error_gamma((double)n);
    free(copy);
}

void expect_a_transposed(struct case_run *t)
{
    expect_with_transposed(t, "a");
}

void expect_b_transposed(struct case_run *t)
{
    expect_with_transposed(t, "b");
}

void expect_few_digits(struct case_run *t)
{
    struct want c = want(t, "c");
    struct shape shape = shape_of(t, "c");
    size_t k = shape_of(t, "a").cols, n = shape.rows * shape.cols;
    if (n < 64 || k < 2 || k > 128)
        return does_not_apply(t);
    multiply(view(t, "a"), view(t, "b"), shape.rows, shape.cols, k, c);
    for (size_t i = 0; i < n; i++)
        c.bound[i] *= 0x1p-8;
}

/* --- mistakes: runs of terms ------------------------------------------------------------ */

/* A run, from its first term to before `end`, is one number in base k + 1. */
struct run {
    size_t first, end;
};

static size_t number_of_run(struct run run, size_t k)
{
    return run.first * (k + 1) + run.end;
}

static struct run run_of_number(size_t number, size_t k)
{
    return (struct run){number / (k + 1), number % (k + 1)};
}

/* The next one within k terms that is not all of them; of those from {0, 0} on. Its end is 0
 * behind the last one. */
static struct run next_run(struct run run, size_t k)
{
    run.end++;
    if (run.first == 0 && run.end == k)
        run.end++;
    if (run.end > k) {
        run.first++;
        run.end = run.first + 1;
    }
    return run.first < k ? run : (struct run){0};
}

/* An element of c: what it has too much, and the sums of its first 0, 1, ... k terms. */
struct probe {
    double excess, margin, *sums;
};

static struct probe make_probe(const struct case_run *t, size_t row, size_t col)
{
    struct matrix_view a = view(t, "a"), b = view(t, "b");
    const float *c = found(t, "c");
    size_t k = shape_of(t, "a").cols;
    struct probe probe = {.sums = calloc(k + 1, sizeof *probe.sums)};
    double magnitude = 0;
    for (size_t l = 0; probe.sums && l < k; l++) {
        double term = (double)a.at[row * a.ld + l] * b.at[l * b.ld + col];
        probe.sums[l + 1] = probe.sums[l] + term;
        magnitude += fabs(term);
    }
    if (probe.sums)
        probe.excess = c[row * shape_of(t, "c").pitch + col] - probe.sums[k];
    probe.margin = 2 * error_gamma(2 * (double)k) * magnitude;
    return probe;
}

static bool fits_run(const struct probe *probe, struct run run, double times)
{
    double of_run = probe->sums[run.end] - probe->sums[run.first];
    return fabs(probe->excess - times * of_run) <= probe->margin;
}

/* The next run behind `number` which some elements of c have `times` times too much. Of few
 * elements some run fits by chance. */
static size_t next_run_that_fits(const struct case_run *t, size_t number, double times)
{
    enum { PROBES = 4, FEWEST = 8, MOST_TERMS = 2100 };
    struct shape c = shape_of(t, "c");
    size_t k = shape_of(t, "a").cols, n = c.rows * c.cols;
    struct probe probes[PROBES];
    struct run run = run_of_number(number, k);
    bool made = n >= FEWEST && k > 1 && k <= MOST_TERMS, fits = false;
    for (size_t i = 0; i < PROBES; i++) {
        size_t at = n / PROBES * i + n % PROBES / 2;
        probes[i] = made ? make_probe(t, at / c.cols, at % c.cols) : (struct probe){0};
        made = probes[i].sums;
    }
    while (made && !fits && (run = next_run(run, k)).end) {
        fits = true;
        for (size_t i = 0; i < PROBES && fits; i++)
            fits = fits_run(&probes[i], run, times);
    }
    for (size_t i = 0; i < PROBES; i++)
        free(probes[i].sums);
    return fits ? number_of_run(run, k) : 0;
}

size_t runs_left_out(const struct case_run *t, size_t run)
{
    return next_run_that_fits(t, run, -1);
}

size_t runs_added_twice(const struct case_run *t, size_t run)
{
    return next_run_that_fits(t, run, 1);
}

/* c = a b, with the terms of the run `times` times too often. */
static void expect_with_run(struct case_run *t, size_t number, double times)
{
    struct want c = want(t, "c"), part = c;
    struct shape shape = shape_of(t, "c");
    size_t k = shape_of(t, "a").cols, n = shape.rows * shape.cols;
    struct run run = run_of_number(number, k);
    struct matrix_view a = view(t, "a"), b = view(t, "b");
    part.value = calloc(2 * n + 1, sizeof *part.value);
    if (!part.value)
        return does_not_apply(t);
    part.bound = part.value + n;
    multiply(a, b, shape.rows, shape.cols, k, c);
    a.at += run.first;
    b.at += run.first * b.ld;
    multiply(a, b, shape.rows, shape.cols, run.end - run.first, part);
    for (size_t i = 0; i < n; i++) {
        c.value[i] += times * part.value[i];
        c.bound[i] = 2 * error_gamma(2 * (double)k) * c.bound[i];
    }
    free(part.value);
}

void expect_without_run(struct case_run *t, size_t run)
{
    expect_with_run(t, run, -1);
}

void expect_run_twice(struct case_run *t, size_t run)
{
    expect_with_run(t, run, 1);
}

/* --- sums by shuffles --------------------------------------------------------------------- */

static size_t source_lane(size_t lane, size_t stride, enum wrong_lanes kind)
{
    size_t lanes = kind == WITHIN_16 ? 16 : 32, above = kind == FROM_THE_NEXT ? 1 : stride;
    if (kind == FROM_THE_STRIDE)
        return stride;
    if (kind == FROM_BELOW)
        return lane < stride ? lane : lane - stride;
    return lane % lanes + above < lanes ? lane + above : lane;
}

int times_added(size_t lane, enum wrong_lanes kind)
{
    int times[32] = {0};
    times[lane] = 1;
    for (size_t stride = 16; stride > 0; stride /= 2) {
        int before[32];
        memcpy(before, times, sizeof before);
        for (size_t to = 0; to < 32; to++)
            times[to] += before[source_lane(to, stride, kind)];
    }
    return times[kind == READ_IN_THE_LAST ? 31 : 0];
}
