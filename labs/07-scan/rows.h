/* What lab 07's references and mistakes have in common: rows, and what is made of each. */
#ifndef ROWS_H
#define ROWS_H

#include "lab.h"

/* Sums that leave the range of an int come back into it as they do in a kernel. */
int wrapped(int64_t sum);

/* The row that is being changed: at first the input's, and what becomes of it is expected. */
struct row {
    struct case_run *t;
    int64_t *at;
    size_t width, next, rows;
};

struct row first_row(struct case_run *t);

/* False after the last row. */
bool next_row(struct row *r);

/* Expects of each row what the statement makes of it, which gives ROW to a function. */
#define EACH_ROW(change)                                                                       \
    for (struct row row = first_row(t), *r = &row; next_row(r);)                               \
    change
#define ROW r->at, r->width

void scan(int64_t *row, size_t width);

/* Adds up what is expected so far down the columns of the first `rows` rows. */
void scan_columns(struct case_run *t, size_t rows);

#endif
