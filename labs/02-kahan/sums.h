/* What lab 02's references and mistakes have in common: products, and sums without error. */
#ifndef SUMS_H
#define SUMS_H

#include "lab.h"
#include "reference.h"

enum terms {
    SWALLOW = LAB_DATA, /* 100998 and then 2.338 again and again: what the text adds up */
    SWALLOW_NEGATIVE,   /* the same with the other sign */
    TENTHS,             /* 0.1, which no float is */
    ILL,                /* terms that cancel but for 1/80000 of their magnitudes */
    ILL_HALVES,         /* the same, all positive ones first */
    WIDE,               /* magnitudes from 2^-20 to 2^20 */
    MAGNITUDES,         /* rows of very small terms, others of very large ones */
    ONE_LARGE,          /* 2^23 somewhere among small ones: each plain addition to it rounds */
    TINY,               /* 2^23, and hundreds of terms that are less than its last place */
    DIGITS,             /* terms that cancel; their sums take 53 bits and more */
};

enum { BLOCK_SIZE = 256 };

/* Row sums are the product with a column of ones, and are judged as such. */
struct product {
    struct matrix_view a, b;
    size_t m, n, k;
    struct want to;
};

struct product row_sums(struct case_run *t);
struct product product(struct case_run *t);

/* The result with `roundings` u of the sum of the magnitudes for a bound, and what both kinds
 * of compensated sum may add in u^2. */
void expect_within(struct product p, double roundings);

/* With twice the digits of a double. */
double exact_sum(const float *x, size_t n);

/* The sum of the absolute values. */
double magnitude(const float *x, size_t n);

#endif
