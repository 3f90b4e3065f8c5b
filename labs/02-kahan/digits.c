/* Rows of terms whose sums tell what they were made in: see digits.h. */
#include "digits.h"

#include <math.h>

/* Large terms cancel in pairs, and so do middling ones; the sum is what the small ones leave.
 * - ONE_DOUBLE: whole numbers whose partial sums stay below 2^53. A double adds them up exactly
 *   in any order, and a float with a compensation, which holds 49 bits, does not.
 * - BEYOND_ONE: partial sums go up to 2^65, so that a double loses the small terms, and only
 *   what is more exact keeps them.
 * - TWO_DOUBLES: a double for the large terms and one for the others hold all bits. Floats lack
 *   some, as many of them as there may be.
 * - BEYOND_TWO: the others take more than 53 bits. To floats it is the same as before. */
enum { LARGE_TERMS = 14, SMALL_TERMS = 2, MOST_OF_SMALL = 1000 };
enum digits { ONE_DOUBLE, BEYOND_ONE, TWO_DOUBLES, BEYOND_TWO, DIGIT_KINDS };

static void shuffle(struct case_run *t, float *x, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int64_t other = random_between(t, 0, i);
        float held = x[i];
        x[i] = x[other];
        x[other] = held;
    }
}

void fill_digits(struct case_run *t, float *to, size_t row)
{
    static const int of_large[DIGIT_KINDS] = {25, 37, 88, 88};
    static const int of_middling[DIGIT_KINDS] = {0, 0, 16, 38};
    const size_t kind = row % DIGIT_KINDS;
    for (int i = 0; i < DIGIT_TERMS - SMALL_TERMS; i += 2) {
        double term = (double)random_between(t, 1 << 23, (1 << 24) - 1);
        to[i] = (float)ldexp(term, i < LARGE_TERMS ? of_large[kind] : of_middling[kind]);
        to[i + 1] = -to[i];
    }
    for (int i = DIGIT_TERMS - SMALL_TERMS; i < DIGIT_TERMS; i++)
        to[i] = (float)random_between(t, 1, MOST_OF_SMALL);
    shuffle(t, to, DIGIT_TERMS);
}

static double sum_of_digits(const float *row)
{
    double sum = 0;
    for (int i = 0; i < DIGIT_TERMS; i++)
        sum += fabsf(row[i]) <= MOST_OF_SMALL ? row[i] : 0;
    return sum;
}

const char *objection_to_double(const struct case_run *t, struct matrix_view x,
                                struct matrix_view sums, struct shape shape)
{
    size_t inexact[DIGIT_KINDS] = {0};
    if (data_kind(t) != DIGITS)
        return NULL;
    for (size_t row = 0; row < shape.rows; row++)
        for (size_t col = 0; col < shape.cols; col++)
            inexact[row % DIGIT_KINDS] +=
                sums.at[row * sums.ld + col] != sum_of_digits(x.at + row * x.ld);
    if (inexact[ONE_DOUBLE] == 0 && inexact[BEYOND_ONE] > 0)
        return "all sums that take 53 bits are exact, and those that take more are not, which "
               "is what a double gives; a float and its compensation hold 49 bits: add up in "
               "float";
    if (inexact[TWO_DOUBLES] == 0 && inexact[BEYOND_TWO] > 0)
        return "all sums that take two numbers of 53 bits are exact, and those that take more "
               "are not, which is what two doubles give, a sum and its compensation: add up in "
               "float";
    return NULL;
}
