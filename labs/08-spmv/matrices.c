/* Draws the matrices of lab 08's cases: see matrices.h. */
#include "matrices.h"

#include <math.h>

static const struct entry text_entries[] = {{0, 0, 3}, {0, 2, 1}, {2, 1, 2}, {2, 2, 4},
                                            {2, 3, 1}, {3, 0, 1}, {3, 3, 1}};

/* Long sums of such are exact, and none of them is 0: that one is lost shows. */
static bool has_whole_numbers(const struct case_run *t)
{
    return data_kind(t) == FULL_ROW || data_kind(t) == LONG_ROWS || data_kind(t) == EDGES;
}

static float whole_number(struct case_run *t)
{
    enum { MOST = 8 };
    int value = (int)random_between(t, 1, 2 * MOST);
    return (float)(value > MOST ? MOST - value : value);
}

float drawn_value(struct case_run *t)
{
    if (has_whole_numbers(t))
        return whole_number(t);
    if (data_kind(t) == ALIKE)
        return 3;
    if (data_kind(t) == STORED_ZEROS && random_between(t, 0, 1))
        return 0;
    return (float)(2 * random_unit(t) - 1);
}

/* Formats of libraries have a 0 there, or whatever was there. */
float padding_of(const struct case_run *t)
{
    return data_kind(t) == EMPTY_MIDDLE ? 1 : data_kind(t) == EMPTY_LAST ? 0 : NAN;
}

/* How many entries the row is to have, `mean` on average or about that. */
static int64_t drawn_length(struct case_run *t, size_t row, size_t rows, int64_t mean)
{
    switch (data_kind(t)) {
    case RAGGED:
        return random_between(t, 0, 2 * mean);
    case POWER_LAW: /* Pareto's law */
        return (int64_t)(0.4 * (double)mean * pow(random_unit(t) + 0x1p-24, -0.7));
    case FULL_ROW:
        return row == rows / 2 ? INT64_MAX : random_between(t, 0, 1);
    case TRIANGLE:
        return (int64_t)row;
    case EDGES:
        return (16 << row / 3) - 1 + (int64_t)(row % 3);
    case TWO_LENGTHS:
        return row == rows / 2 ? 2 : 1;
    case EMPTY_FIRST:
        return row < 3 ? 0 : random_between(t, 1, 2 * mean);
    case EMPTY_HALF:
        return 2 * row < rows ? 0 : mean;
    case EMPTY_MIDDLE:
        return row % 5 == 2 || row % 5 == 3 ? 0 : random_between(t, 1, 2 * mean);
    case EMPTY_LAST:
        return row + 3 >= rows ? 0 : random_between(t, 1, 2 * mean);
    default:
        return mean;
    }
}

/* Ascending columns, each from a part of its own of the row, so that none comes twice. */
static void draw_row(struct case_run *t, struct sparse *m, size_t row, int64_t length)
{
    int64_t cols = (int64_t)m->cols;
    length = length < cols ? length : cols;
    for (int64_t k = 0; k < length; k++) {
        int col = (int)random_between(t, k * cols / length, (k + 1) * cols / length - 1);
        add_entry(m, (int)row, col, drawn_value(t));
        if (data_kind(t) == TWICE)
            add_entry(m, (int)row, col, drawn_value(t));
    }
}

static void add_banded_row(struct case_run *t, struct sparse *m, int64_t row, int64_t width)
{
    for (int64_t col = row - width / 2; col <= row + width / 2; col++)
        if (col >= 0 && col < (int64_t)m->cols)
            add_entry(m, (int)row, (int)col, drawn_value(t));
}

/* 4 times a point of the grid less its neighbours up to four. */
static void add_laplace_row(struct sparse *m, int row)
{
    int side = (int)lround(sqrt((double)m->rows)), x = row % side, y = row / side;
    if (y > 0)
        add_entry(m, row, row - side, -1);
    if (x > 0)
        add_entry(m, row, row - 1, -1);
    add_entry(m, row, row, 4);
    if (x + 1 < side)
        add_entry(m, row, row + 1, -1);
    if (y + 1 < side)
        add_entry(m, row, row + side, -1);
}

struct sparse generated_matrix(struct case_run *t)
{
    struct sparse m = new_sparse(count_of(t, "rows"), count_of(t, "cols"));
    int64_t mean = number(t, "mean");
    for (size_t row = 0; row < m.rows && data_kind(t) != TEXT; row++) {
        if (data_kind(t) == BANDED)
            add_banded_row(t, &m, (int64_t)row, mean);
        else if (data_kind(t) == LAPLACE)
            add_laplace_row(&m, (int)row);
        else
            draw_row(t, &m, row, drawn_length(t, row, m.rows, mean));
    }
    for (size_t k = 0; data_kind(t) == TEXT && k < sizeof text_entries / sizeof(struct entry);
         k++)
        add_entry(&m, text_entries[k].row, text_entries[k].col, text_entries[k].value);
    return m;
}
