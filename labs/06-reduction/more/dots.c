/* Dot products and how far off they may be: see dots.h. */
#include "dots.h"

#include <math.h>

/* In whatever order, and with or without fused multiply-add: see error_gamma(). Of many
 * products with fractions and both signs that is more than their sum, and half of them could be
 * lost. But where all are whole numbers whose magnitudes add up to 2^24 at most, no sum is
 * rounded. */
static double bound_of(size_t n, double magnitude, bool whole)
{
    if (whole && magnitude <= 1 / UNIT_ROUNDOFF)
        return 0;
    return error_gamma((double)n) * magnitude;
}

void expect_dot_of(struct case_run *t, const char *x, const char *y, size_t lost)
{
    const float *a = given(t, x), *b = given(t, y);
    struct want dot = want(t, "dot");
    size_t n = elements_of(t, x);
    double sum = 0, magnitude = 0;
    bool whole = true;
    for (size_t i = 0; i + lost < n; i++) {
        double product = (double)a[i] * b[i];
        sum += product;
        magnitude += fabs(product);
        whole &= product == floor(product);
    }
    dot.value[0] = sum;
    dot.bound[0] = bound_of(n, magnitude, whole);
}
