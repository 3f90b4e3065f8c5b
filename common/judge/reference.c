/* Reference computations that several labs share: see reference.h. The loops walk b and the
 * results along rows, so that the compiler can vectorise them. */
#include "reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void multiply(struct matrix_view a, struct matrix_view b, size_t m, size_t n, size_t k,
              double *value, double *magnitude)
{
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < m; i++) {
        double *sum = value + i * n, *size = magnitude + i * n;
        memset(sum, 0, n * sizeof *sum);
        memset(size, 0, n * sizeof *size);
        for (size_t l = 0; l < k; l++) {
            double factor = a.at[i * a.ld + l];
            const float *row = b.at + l * b.ld;
            for (size_t j = 0; j < n; j++) {
                double term = factor * row[j];
                sum[j] += term;
                size[j] += fabs(term);
            }
        }
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
    multiply(view(t, "a"), view(t, "b"), shape.rows, shape.cols, k, c.value, c.bound);
    for (size_t i = 0; i < shape.rows * shape.cols; i++)
        c.bound[i] *= error_gamma((double)k);
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
    multiply(a, b, n, n, n, c.value, c.bound);
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
