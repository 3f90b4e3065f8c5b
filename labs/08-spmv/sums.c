/* The sums of lab 08, right and mistaken: see sums.h. */
#include "sums.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- the matrix again --------------------------------------------------------------------- */

struct sparse empty_matrix(const struct case_run *t)
{
    return new_sparse(count_of(t, "rows"), count_of(t, "cols"));
}

/* Where the zeros lie that are between two halves, no entries are. */
int *starts_of(const struct case_run *t)
{
    size_t rows = count_of(t, "rows"), half = count_of(t, "nnz") / 2;
    const int *given_starts = given(t, "starts");
    int *starts = allocate(rows + 1, sizeof *starts);
    int far = (int)(widened(t, "nnz") - number(t, "nnz"));
    for (size_t row = 0; row <= rows; row++)
        starts[row] = given_starts[row] - ((size_t)given_starts[row] > half ? far : 0);
    return starts;
}

/* Neither are rows of COO or JDS. */
static void bring_near(const struct case_run *t, int *rows, size_t count)
{
    int64_t half = number(t, "rows") / 2, far = widened(t, "rows") - number(t, "rows");
    for (size_t i = 0; i < count; i++)
        rows[i] -= rows[i] >= half + far ? (int)far : 0;
}

static int *near_rows(const struct case_run *t, const char *name, size_t count)
{
    int *rows = allocate(count, sizeof *rows);
    memcpy(rows, given(t, name), count * sizeof *rows);
    bring_near(t, rows, count);
    return rows;
}

int *rows_of_jds(const struct case_run *t)
{
    return near_rows(t, "row", count_of(t, "rows"));
}

struct section *sections_of(const struct case_run *t)
{
    size_t count = count_of(t, "section_count");
    struct section *sections = allocate(count, sizeof *sections);
    memcpy(sections, given(t, "sections"), count * sizeof *sections);
    for (size_t i = 0; i < count; i++)
        if (sections[i].rows > (int)count_of(t, "rows"))
            sections[i].rows = (int)count_of(t, "rows");
    return sections;
}

struct sparse read_csr(const struct case_run *t)
{
    struct sparse m = empty_matrix(t);
    int *starts = starts_of(t);
    from_csr(&m, starts, given(t, "col"), given(t, "value"));
    free(starts);
    return m;
}

struct sparse read_ell(const struct case_run *t)
{
    struct sparse m = empty_matrix(t);
    from_ell(&m, count_of(t, "width"), given(t, "col"), given(t, "value"));
    return m;
}

struct sparse read_coo(const struct case_run *t)
{
    struct sparse m = empty_matrix(t);
    int *rows = near_rows(t, "row", count_of(t, "nnz"));
    from_coo(&m, count_of(t, "nnz"), rows, given(t, "col"), given(t, "value"));
    free(rows);
    return m;
}

struct sparse read_rest(const struct case_run *t)
{
    struct sparse m = empty_matrix(t);
    int *rows = near_rows(t, "rest_row", count_of(t, "rest_nnz"));
    from_coo(&m, count_of(t, "rest_nnz"), rows, given(t, "rest_col"), given(t, "rest_value"));
    free(rows);
    return m;
}

struct sparse read_hybrid(const struct case_run *t)
{
    struct sparse m = read_ell(t), rest = read_rest(t);
    for (size_t k = 0; k < rest.nnz; k++)
        add_entry(&m, rest.entries[k].row, rest.entries[k].col, rest.entries[k].value);
    free_sparse(&rest);
    return m;
}

struct sparse read_jds_by(const struct case_run *t, const int *row,
                          const struct section *sections)
{
    struct sparse m = empty_matrix(t);
    from_jds(&m, row, sections, count_of(t, "section_count"), given(t, "col"),
             given(t, "value"));
    return m;
}

struct sparse read_jds(const struct case_run *t)
{
    int *rows = rows_of_jds(t);
    struct section *sections = sections_of(t);
    struct sparse m = read_jds_by(t, rows, sections);
    free(rows);
    free(sections);
    return m;
}

/* --- y ------------------------------------------------------------------------------------ */

struct sums new_sums(struct case_run *t)
{
    size_t rows = count_of(t, "rows");
    return (struct sums){.y = want(t, "y"),
                         .x = given(t, "x"),
                         .rows = rows,
                         .cols = count_of(t, "cols"),
                         .more = widened(t, "cols") - number(t, "cols"),
                         .terms = allocate(rows, sizeof(size_t)),
                         .rounded = allocate(rows, sizeof(bool))};
}

double x_at(struct sums *s, int64_t col)
{
    int64_t half = (int64_t)s->cols / 2;
    if (s->more && col >= half)
        col = col < half + s->more ? (int64_t)s->cols : col - s->more;
    if (col >= 0 && col < (int64_t)s->cols)
        return s->x[col];
    s->senseless |= col < -GUARD || col >= (int64_t)s->cols + GUARD;
    return NAN;
}

void add_term(struct sums *s, struct entry e)
{
    double term = e.value * x_at(s, e.col);
    if (e.row < 0 || (size_t)e.row >= s->rows) {
        s->senseless = true;
        return;
    }
    s->y.value[e.row] += term;
    s->y.bound[e.row] += fabs(term);
    s->terms[e.row]++;
    s->rounded[e.row] |= term != floor(term);
}

/* A sum of n products is off by at most gamma(n) times the sum of their magnitudes, in whatever
 * order and from however many partial sums it is added up (Higham 3.1), so that the bound holds
 * for atomic additions, too; and each product by half the least float, where it underflows.
 * Of a long row that is more than a product that is lost; but whole numbers whose magnitudes
 * add up to 2^24 at most are no sum that a float has to round. */
static double bound_of(double n, double magnitude, bool rounded)
{
    enum { LONG = 100 };
    if (n == 0 || (n >= LONG && !rounded && magnitude <= 1 / UNIT_ROUNDOFF))
        return 0;
    return error_gamma(n) * magnitude + n * 0x1p-150;
}

void finish_sums(struct case_run *t, struct sums *s)
{
    for (size_t row = 0; row < s->rows; row++)
        s->y.bound[row] = bound_of((double)s->terms[row], s->y.bound[row], s->rounded[row]);
    free(s->terms);
    free(s->rounded);
    if (s->senseless)
        does_not_apply(t);
}

/* --- entry by entry ----------------------------------------------------------------------- */

struct step first_step(struct case_run *t, struct sparse matrix)
{
    return (struct step){.t = t,
                         .matrix = matrix,
                         .sums = new_sums(t),
                         .lengths = row_lengths(&matrix),
                         .seen = allocate(matrix.rows, sizeof(size_t))};
}

static bool end_of_steps(struct step *s)
{
    free(s->lengths);
    free(s->seen);
    free_sparse(&s->matrix);
    finish_sums(s->t, &s->sums);
    return false;
}

bool next_step(struct step *s)
{
    if (s->next == s->matrix.nnz)
        return end_of_steps(s);
    s->index = s->next++;
    s->entry = s->matrix.entries[s->index];
    s->place = s->seen[s->entry.row]++;
    s->length = s->lengths[s->entry.row];
    return true;
}
