/* Reference computations that several labs share; judge's side only. */
#ifndef REFERENCE_H
#define REFERENCE_H

#include "lab.h"

/* A matrix of floats whose rows begin `ld` elements apart. */
struct matrix_view {
    const float *at;
    size_t ld;
};

/* c.value[i * n + j] = sum over l < k of a[i][l] b[l][j], in double; c.bound holds the same sum
 * of |a[i][l] b[l][j]|, which error bounds are made of; rows that nobody asks for are 0. The
 * double sum is itself off by at most k 2^-53 of that, which no bound for floats notices. */
void multiply(struct matrix_view a, struct matrix_view b, size_t m, size_t n, size_t k,
              struct want c);

/* The same product in float, one multiplication and one addition a term, k = 0, 1, 2, ...:
 * what a plain kernel computes. */
void multiply_in_float(struct matrix_view a, struct matrix_view b, size_t m, size_t n, size_t k,
                       double *value);

/* --- tasks that multiply: c = a b ------------------------------------------------------- */

/* Adds inputs a (m x k) and b (k x n) and output c (m x n), by the numbers of these names. */
void prepare_product(struct case_run *t);

/* An array of floats, as the functions above take it. */
struct matrix_view view(const struct case_run *t, const char *name);

/* c = a b, by the shapes of a and c. A float dot product of k terms is off by at most gamma(k)
 * times the sum of their magnitudes (Higham 3.5): with or without fused multiply-add, in
 * whatever order. */
void expect_product(struct case_run *t);

/* A term reads two elements. */
double work_of_product(const struct case_run *t);

/* Mistakes: a factor is read with its row and column exchanged; square products only. */
void expect_a_transposed(struct case_run *t);
void expect_b_transposed(struct case_run *t);

/* A mistake: factors of 8 or 11 bits. Who leaves out one of few terms is further off somewhere.
 */
void expect_few_digits(struct case_run *t);

/* Mistakes: the same run of neighbouring terms is in no sum of c, or in each twice. Their sizes
 * are the runs for which a few elements of c are so. */
size_t runs_left_out(const struct case_run *t, size_t run);
size_t runs_added_twice(const struct case_run *t, size_t run);
void expect_without_run(struct case_run *t, size_t run);
void expect_run_twice(struct case_run *t, size_t run);

/* --- sums by shuffles --------------------------------------------------------------------- */

/* Mistakes: from which lane each adds, with strides of 16, 8, 4, 2 and 1. */
enum wrong_lanes {
    FROM_BELOW = 1,  /* shuffled up, where lane 0 has no lane below it */
    FROM_THE_STRIDE, /* all from the lane whose number the stride is */
    FROM_THE_NEXT,
    WITHIN_16,        /* as in two halves of a warp */
    READ_IN_THE_LAST, /* and not in lane 0 */
    KINDS_OF_WRONG_LANES
};

/* How often the lane's number is in what is taken for the sum of 32. */
int times_added(size_t lane, enum wrong_lanes kind);

#endif
