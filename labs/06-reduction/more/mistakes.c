/* What the mistakes of lab 06, more, compute: the functions that the rows of mistakes.inc call.
 */
#include "dots.h"

#include <math.h>

/* The index of the first or the last of the largest of `sign` times the elements, as its
 * remainder by `size` where there is one. */
static void index_of(struct case_run *t, float sign, bool last, size_t size)
{
    const float *in = given(t, "in");
    size_t n = elements_of(t, "in"), best = 0;
    for (size_t i = 1; i < n; i++)
        if (sign * in[i] > sign * in[best] || (last && in[i] == in[best]))
            best = i;
    want(t, "index").exact[0] = n ? (int64_t)(size ? best % size : best) : -1;
}

/* The index of the first of the largest elements, of which 0 comes above -0. */
static void index_by_bits(struct case_run *t)
{
    const float *in = given(t, "in");
    size_t n = elements_of(t, "in"), best = 0;
    for (size_t i = 1; i < n; i++)
        if (in[i] > in[best] || (in[i] == in[best] && signbit(in[best]) && !signbit(in[i])))
            best = i;
    want(t, "index").exact[0] = n ? (int64_t)best : -1;
}

/* The index that was found, if its element is as large as the largest. */
static void another_of_equals(struct case_run *t)
{
    const float *in = given(t, "in");
    const int at = *(const int *)found(t, "index");
    index_of(t, 1, false, 0);
    int64_t *best = want(t, "index").exact;
    if (at > *best && (size_t)at < elements_of(t, "in") && in[at] == in[*best])
        *best = at;
}

/* The index that was found, if its element is larger than all before it: of many elements few
 * are. */
static void largest_of_the_first(struct case_run *t)
{
    enum { MANY = 1000 };
    const float *in = given(t, "in");
    const int at = *(const int *)found(t, "index");
    size_t n = elements_of(t, "in"), best = 0;
    if (n < MANY || at <= 0 || (size_t)at >= n)
        does_not_apply(t);
    for (size_t i = 1; i < n && (int64_t)i <= at; i++)
        best = in[i] > in[best] ? i : best;
    want(t, "index").exact[0] = (int64_t)best;
}

/* exp(x - m), over the sum of each row or, if `columns`, of each column; or without it. */
static void soft(struct case_run *t, bool columns, bool divided)
{
    const float *in = given(t, "in");
    struct shape shape = shape_of(t, "in");
    struct want out = want(t, "out");
    size_t lines = columns ? shape.cols : shape.rows, count = columns ? shape.rows : shape.cols;
    size_t line_step = columns ? 1 : shape.cols, step = columns ? shape.cols : 1;
    for (size_t line = 0; line < lines; line++) {
        double largest = -INFINITY, sum = 0;
        for (size_t i = 0; i < count; i++)
            largest = fmax(largest, in[line * line_step + i * step]);
        for (size_t i = 0; i < count; i++)
            sum += exp(in[line * line_step + i * step] - largest);
        for (size_t i = 0; i < count; i++) {
            size_t at = line * line_step + i * step;
            out.value[at] = exp(in[at] - largest) / (divided ? sum : 1);
            out.bound[at] = 1e-4 * out.value[at] + 1e-30;
        }
    }
}

/* exp(x) over its sum, as floats have them: infinite, or 0, and what is divided no number. */
static void soft_of_floats(struct case_run *t)
{
    const float *in = given(t, "in");
    struct shape shape = shape_of(t, "in");
    struct want out = want(t, "out");
    for (size_t first = 0; first < shape.rows * shape.cols; first += shape.cols) {
        float sum = 0;
        for (size_t i = first; i < first + shape.cols; i++)
            sum += (float)exp(in[i]);
        for (size_t i = first; i < first + shape.cols; i++) {
            out.value[i] = (float)exp(in[i]) / sum;
            out.bound[i] = 1e-4 * out.value[i] + 1e-30;
        }
    }
}

#include "mistakes.h"
