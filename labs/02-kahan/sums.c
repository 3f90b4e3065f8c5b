/* Products and sums that are right: see sums.h. */
#include "sums.h"

#include <math.h>

static const float one = 1;

struct product row_sums(struct case_run *t)
{
    struct shape x = shape_of(t, "x");
    return (struct product){view(t, "x"), {&one, 0}, x.rows, 1, x.cols, want(t, "sums")};
}

struct product product(struct case_run *t)
{
    size_t n = shape_of(t, "c").rows;
    return (struct product){view(t, "a"), view(t, "b"), n, n, n, want(t, "c")};
}

void expect_within(struct product p, double roundings)
{
    double u = UNIT_ROUNDOFF, k = (double)p.k;
    double part = roundings * u + 8 * k * u * u + error_gamma(k) * error_gamma(k);
    multiply(p.a, p.b, p.m, p.n, p.k, p.to);
    for (size_t i = 0; i < p.m * p.n; i++)
        p.to.bound[i] *= part;
}

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

double exact_sum(const float *x, size_t n)
{
    struct exact sum = {0, 0};
    for (size_t i = 0; i < n; i++)
        sum = add_exactly(sum, x[i]);
    return sum.high + sum.low;
}

double magnitude(const float *x, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += fabs(x[i]);
    return sum;
}
