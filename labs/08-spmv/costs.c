/* What the formats of lab 08 cost for a matrix, as `make check` shows it below an ok. */
#include "costs.h"
#include "matrices.h"
#include "sums.h"

#include <stdlib.h>

static void report_y(const struct case_run *t, FILE *out)
{
    const float *y = found(t, "y");
    fprintf(out, "         y =");
    for (size_t row = 0; row < count_of(t, "rows"); row++)
        fprintf(out, " %g", y[row]);
    fputc('\n', out);
}

/* How many entries do not fit into rows of that width. */
static size_t surplus_of(const struct sparse *m, size_t width)
{
    size_t *lengths = row_lengths(m), surplus = 0;
    for (size_t row = 0; row < m->rows; row++)
        surplus += lengths[row] > width ? lengths[row] - width : 0;
    free(lengths);
    return surplus;
}

static size_t different_lengths(const struct sparse *m)
{
    struct sorted_row *sorted = sorted_rows(m);
    size_t count = m->rows > 0;
    for (size_t i = 1; i < m->rows; i++)
        count += sorted[i].length != sorted[i - 1].length;
    free(sorted);
    return count;
}

/* Of the second run: the first one wakes the device up. */
void report_time(const struct case_run *t, FILE *out)
{
    if (data_kind(t) == FROM_FILE)
        fprintf(out, "         %.3g ms\n", 1e3 * seconds_of(t));
}

void report_costs(const struct case_run *t, FILE *out)
{
    if (data_kind(t) == TEXT) {
        report_y(t, out);
        return;
    }
    struct sparse m = read_csr(t);
    size_t longest = longest_row(&m), mean = m.rows ? m.nnz / m.rows : 0;
    fprintf(out, "         %zu x %zu: %zu entries, %zu in the longest row\n", m.rows, m.cols,
            m.nnz, longest);
    fprintf(out, "           ELL %zu places; hybrid %zu places and %zu in the rest; ",
            m.rows * longest, m.rows * mean, surplus_of(&m, mean));
    fprintf(out, "JDS %zu sections\n", different_lengths(&m));
    free_sparse(&m);
    report_time(t, out);
}
