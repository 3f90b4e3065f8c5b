/* Reference computations that several labs share; judge's side only. */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <stddef.h>

/* A matrix of floats whose rows begin `ld` elements apart. */
struct matrix_view {
    const float *at;
    size_t ld;
};

/* value[i * n + j] = sum over l < k of a[i][l] b[l][j], in double; magnitude holds the same sum
 * of |a[i][l] b[l][j]|, which error bounds are made of. The double sum is itself off by at
 * most k 2^-53 magnitude, which no bound for floats notices. */
void multiply(struct matrix_view a, struct matrix_view b, size_t m, size_t n, size_t k,
              double *value, double *magnitude);

/* The same product in float, one multiplication and one addition a term, k = 0, 1, 2, ...:
 * what a plain kernel computes. */
void multiply_in_float(struct matrix_view a, struct matrix_view b, size_t m, size_t n, size_t k,
                       double *value);

#endif
