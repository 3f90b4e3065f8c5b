/* Sums of elements: see rows.h. */
#include "rows.h"

struct field field_of(const struct case_run *t)
{
    struct shape shape = shape_of(t, "in");
    return (struct field){given(t, "in"), shape.rows, shape.cols, stray_word()};
}

int64_t at(const struct field *f, size_t i)
{
    return i < f->rows * f->width ? f->in[i] : f->behind;
}

int64_t sum(const struct field *f, size_t first, size_t end, size_t step)
{
    int64_t total = 0;
    for (size_t i = first; i < end; i += step)
        total += at(f, i);
    return total;
}

size_t start(const struct field *f, size_t row)
{
    return row * f->width;
}

int64_t sum_first(const struct field *f, size_t row, size_t count)
{
    return sum(f, start(f, row), start(f, row) + (count < f->width ? count : f->width), 1);
}
