/* Rows, and scans that are right: see rows.h. */
#include "rows.h"

int wrapped(int64_t sum)
{
    return (int)(unsigned)sum;
}

struct row first_row(struct case_run *t)
{
    struct shape shape = shape_of(t, "in");
    const int *in = given(t, "in");
    int64_t *out = want(t, "out").exact;
    for (size_t i = 0; i < shape.rows * shape.cols; i++)
        out[i] = in[i];
    return (struct row){.t = t, .width = shape.cols, .rows = shape.rows};
}

bool next_row(struct row *r)
{
    int64_t *out = want(r->t, "out").exact;
    if (r->next < r->rows) {
        r->at = out + r->next++ * r->width;
        return true;
    }
    for (size_t i = 0; i < r->rows * r->width; i++)
        out[i] = wrapped(out[i]);
    return false;
}

void scan(int64_t *row, size_t width)
{
    for (size_t i = 1; i < width; i++)
        row[i] += row[i - 1];
}

void scan_columns(struct case_run *t, size_t rows)
{
    size_t width = shape_of(t, "out").cols;
    int64_t *out = want(t, "out").exact;
    for (size_t i = width; i < rows * width; i++)
        out[i] = wrapped(out[i] + out[i - width]);
}
