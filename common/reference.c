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
