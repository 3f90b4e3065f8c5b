/* What lab 06's references and mistakes have in common: sums of elements of a field of rows. */
#ifndef ROWS_H
#define ROWS_H

#include "lab.h"

/* The input as a kernel finds it: behind its last element lies what judge and runner put
 * there, which is also what an output holds before it is written. */
struct field {
    const int *in;
    size_t rows, width;
    int behind;
};

struct field field_of(const struct case_run *t);

int64_t at(const struct field *f, size_t i);

/* Elements first, first + step, ... below end, counted over the whole field. */
int64_t sum(const struct field *f, size_t first, size_t end, size_t step);

/* Where the row begins. */
size_t start(const struct field *f, size_t row);

/* The first `count` elements of a row, or all if it has fewer. */
int64_t sum_first(const struct field *f, size_t row, size_t count);

/* Expects that sum of each `row` of the field `f`. Sums that leave the range of an int come
 * back into it as they do in a kernel. */
#define EACH_SUM(sum_of_row)                                                                   \
    for (struct field field = field_of(t), *f = &field; f; f = NULL)                           \
        for (size_t row = 0; row < f->rows; row++)                                             \
    want(t, "out").exact[row] = (int)(unsigned)(sum_of_row)

#endif
