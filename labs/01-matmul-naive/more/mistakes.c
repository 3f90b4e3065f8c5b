/* What the mistakes of lab 01, more, compute: the functions that the rows of mistakes.inc call.
 */
#include "lab.h"
#include "reference.h"

#include <math.h>

/* c as the product of b with the rows of a that this formula names, of the `row` of c. */
static void rows_from(struct case_run *t, size_t chunk, bool at_its_start)
{
    struct matrix_view a = view(t, "a"), b = view(t, "b");
    struct shape c = shape_of(t, "c");
    struct want want_c = want(t, "c");
    size_t k = shape_of(t, "a").cols;
    for (size_t i = 0; i < c.rows * c.cols; i++) {
        size_t row = i / c.cols, col = i % c.cols;
        size_t from = at_its_start ? row / chunk * chunk : row % chunk;
        double sum = 0, magnitude = 0;
        for (size_t l = 0; l < k; l++) {
            double term = (double)a.at[from * a.ld + l] * b.at[l * b.ld + col];
            sum += term;
            magnitude += fabs(term);
        }
        want_c.value[i] = sum;
        want_c.bound[i] = error_gamma((double)k) * magnitude;
    }
}

#include "mistakes.h"
