/* What the mistakes of lab 08 compute: the functions that the rows of mistakes.inc call. */
#include "matrices.h"
#include "reference.h"
#include "sums.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The numbers, as the rows call them. */
#define ROWS count_of(t, "rows")
#define COLS count_of(t, "cols")
#define WIDTH count_of(t, "width")
#define NNZ count_of(t, "nnz")

typedef struct sparse read_function(const struct case_run *t);

static bool transpose(struct entry *e)
{
    *e = (struct entry){e->col, e->row, e->value};
    return true;
}

/* --- mistakes with rows and their ends ---------------------------------------------------- */

/* Each row with the first entry of the next. What follows the last is add_indices()'s in the
 * text's matrix, and none elsewhere. */
static struct sparse read_csr_too_far(const struct case_run *t)
{
    const int *col = given(t, "col");
    const float *value = given(t, "value");
    struct sparse m = empty_matrix(t);
    int *starts = starts_of(t), last = starts[m.rows] + (data_kind(t) == TEXT);
    for (size_t row = 0; row < m.rows; row++)
        for (int k = starts[row]; k < last && k <= starts[row + 1]; k++)
            add_entry(&m, (int)row, col[k], value[k]);
    free(starts);
    return m;
}

/* A warp that shares a row adds up its lanes' sums by shuffles from wrong lanes. */
static bool count_by_lane(struct step *s, size_t kind)
{
    s->entry.value *= (float)times_added(s->place % 32, (enum wrong_lanes)kind);
    return true;
}

static size_t kinds_of_wrong_lanes(const struct case_run *t, size_t size)
{
    (void)t;
    return size + 1 < KINDS_OF_WRONG_LANES ? size + 1 : 0;
}

/* Each lane goes over what is the first lane's. */
static bool count_for_all_lanes(struct step *s)
{
    s->entry.value *= 32;
    return s->place % 32 == 0;
}

static size_t powers_from_2(const struct case_run *t, size_t size)
{
    (void)t;
    enum { LONGEST = 16 };
    return size == 0 ? 2 : size < LONGEST ? 2 * size : 0;
}

static size_t powers_from_64(const struct case_run *t, size_t size)
{
    size_t next = size ? 2 * size : 64;
    return next < COLS ? next : 0;
}

/* As many as rows have on average, rounded down. */
static size_t average(const struct case_run *t)
{
    return ROWS ? NNZ / ROWS : 0;
}

static void average_of_each_row(struct case_run *t)
{
    struct sparse all = read_csr(t), m = empty_matrix(t);
    size_t length = average(t);
    for (size_t row = 0; row < m.rows; row++)
        for (size_t k = row * length; k < (row + 1) * length; k++)
            add_entry(&m, (int)row, all.entries[k].col, all.entries[k].value);
    free_sparse(&all);
    SUM_OF(m);
}

/* Each row goes on with the sums of those before. */
static void from_entry_0(struct case_run *t)
{
    struct want w = want(t, "y");
    SUM_OF(read_csr(t));
    for (size_t i = 1; i < ROWS; i++) {
        w.value[i] += w.value[i - 1];
        w.bound[i] += w.bound[i - 1] + UNIT_ROUNDOFF * fabs(w.value[i]);
    }
}

enum shares { OF_ENTRIES, OF_ROWS_AND_ENTRIES, KINDS_OF_SHARES };

/* Of a row that goes on in another share only what that share has is stored, where it ends. */
static bool has_end_of_row(const struct step *s, size_t size)
{
    size_t each = size / KINDS_OF_SHARES, end = s->index - s->place + s->length;
    if (size % KINDS_OF_SHARES == OF_ENTRIES)
        return s->index / each == (end - 1) / each;
    return (s->index + (size_t)s->entry.row) / each == (end + (size_t)s->entry.row) / each;
}

static size_t small_shares(const struct case_run *t, size_t size)
{
    (void)t;
    enum { MOST = 32 };
    size_t next = size ? size + 1 : 2 * KINDS_OF_SHARES;
    return next < MOST * KINDS_OF_SHARES ? next : 0;
}

/* Where a number has fewer digits than a float, sums are off by some thousandths of their
 * terms. */
static void few_digits(struct case_run *t)
{
    const double DIGITS = 1e-3;
    const float *y = found(t, "y");
    struct want w = want(t, "y");
    struct sums s = new_sums(t);
    struct sparse m = read_csr(t);
    double *terms = allocate(s.rows, sizeof *terms);
    for (size_t k = 0; k < m.nnz; k++)
        terms[m.entries[k].row] += fabs(m.entries[k].value * x_at(&s, m.entries[k].col));
    free(s.terms);
    free(s.rounded);
    SUM_OF(m);
    for (size_t i = 0; i < ROWS; i++)
        if (fabs(y[i] - w.value[i]) <= DIGITS * terms[i])
            w.value[i] = y[i];
    free(terms);
}

static size_t powers_below_cols(const struct case_run *t, size_t size)
{
    size_t next = size ? 2 * size : 2;
    return next < COLS ? next : 0;
}

/* Threads go on to further rows with the sum that they have: as many threads as the first rows
 * that are right. */
static void sums_kept(struct case_run *t, struct sparse m)
{
    const float *y = found(t, "y");
    struct want w = want(t, "y");
    size_t threads = 0, rows = ROWS;
    SUM_OF(m)
    while (threads < rows && fabs(y[threads] - w.value[threads]) <= w.bound[threads])
        threads++;
    if (threads < 2 || threads == rows)
        return does_not_apply(t);
    for (size_t i = threads; i < rows; i++) {
        w.value[i] += w.value[i - threads];
        w.bound[i] += w.bound[i - threads] + UNIT_ROUNDOFF * fabs(w.value[i]);
    }
}

/* Whether it is in the last run of a whole warp: as many entries of a row as lie there side by
 * side. */
static bool ends_a_warp(const struct step *s)
{
    enum { WARP = 32 };
    const int *row = given(s->t, "row");
    size_t end = (s->index / WARP + 1) * WARP;
    for (size_t k = s->index; k < end && end <= s->matrix.nnz; k++)
        if (row[k] != row[s->index])
            return false;
    return end <= s->matrix.nnz;
}

/* The value that lies at an index of the arrays; behind them is who knows what. */
static bool take_value(struct step *s, int index)
{
    bool there = (size_t)index < s->matrix.nnz;
    s->entry.value = there ? ((const float *)given(s->t, "value"))[index] : NAN;
    return true;
}

/* An int takes each sum up: what is behind its point is lost at every addition. Where nothing
 * is left of any sum, nobody can tell how it was lost. */
static void whole_sums(struct case_run *t, struct sparse m)
{
    bool some = false;
    for (struct step step = first_step(t, m), *s = &step; next_step(s);) {
        add_term(&s->sums, s->entry);
        double *sum = &s->sums.y.value[s->entry.row];
        *sum = trunc(*sum);
        some |= *sum != 0;
    }
    if (!some)
        does_not_apply(t);
}

/* --- mistakes with the order of ELL ------------------------------------------------------- */

enum at_padding { GOES_ON, STOPS };

/* Place k of row i at i * row_step + k * place_step. Where that is outside of the arrays, and
 * at padding, the row goes on or stops. */
static struct sparse read_ell_by(const struct case_run *t, size_t row_step, size_t place_step,
                                 enum at_padding padding)
{
    const int *col = given(t, "col");
    const float *value = given(t, "value");
    struct sparse m = empty_matrix(t);
    size_t width = count_of(t, "width"), places = m.rows * width;
    for (size_t row = 0; row < m.rows; row++) {
        for (size_t k = 0; k < width; k++) {
            size_t at = row * row_step + k * place_step;
            if (at < places && col[at] >= 0)
                add_entry(&m, (int)row, col[at], value[at]);
            else if (padding == STOPS)
                break;
        }
    }
    return m;
}

enum at_end { ZERO, COLUMN_0 };

/* An entry of value 0, or in column 0, is taken for the row's end. */
static struct sparse read_ell_to(const struct case_run *t, enum at_end end)
{
    struct sparse m = read_ell(t);
    size_t kept = 0;
    bool ended = false;
    for (size_t k = 0; k < m.nnz; k++) {
        bool ends = end == ZERO ? m.entries[k].value == 0 : m.entries[k].col == 0;
        ended = ends || (ended && m.entries[k].row == m.entries[k - 1].row);
        if (!ended)
            m.entries[kept++] = m.entries[k];
    }
    m.nnz = kept;
    return m;
}

/* The last place is left out: that of the rows without padding. */
static struct sparse read_ell_narrow(const struct case_run *t)
{
    struct sparse m = empty_matrix(t);
    size_t width = count_of(t, "width");
    from_ell(&m, width ? width - 1 : 0, given(t, "col"), given(t, "value"));
    return m;
}

/* --- mistakes with short rows ------------------------------------------------------------- */

enum left { UNTOUCHED, COMPUTED };

/* All is right but rows with less than `least` entries in what `read` gives: these are NaN.
 * Either that was computed, or they are untouched, and NaN is what y held before. */
static void short_rows(struct case_run *t, read_function *all, read_function *read,
                       size_t least, enum left left)
{
    const float *now = found(t, "y"), *before = given(t, "y");
    struct sparse m = read(t);
    size_t *lengths = row_lengths(&m);
    bool fits = true;
    SUM_OF(all(t));
    for (size_t row = 0; row < m.rows; row++) {
        if (lengths[row] >= least)
            continue;
        fits &= !memcmp(&now[row], &before[row], sizeof *now) == (left == UNTOUCHED);
        want(t, "y").value[row] = NAN;
    }
    free(lengths);
    free_sparse(&m);
    if (!fits)
        does_not_apply(t);
}

/* --- mistakes with many threads a row ----------------------------------------------------- */

/* The row becomes that value if it is the nearest so far to what was found. */
static void offer(struct sums *s, const float *y, int row, double value, double magnitude)
{
    double *now = &s->y.value[row];
    if (s->terms[row]++ > 0 && !(fabs(value - y[row]) < fabs(*now - y[row])))
        return;
    *now = value;
    s->y.bound[row] = magnitude;
    s->rounded[row] |= value != floor(value);
}

/* Threads overwrite each other: what remains of a row in the list is one of its entries, or of
 * its runs of entries that follow each other, which are no longer than a block. Which one
 * depends on who came last. */
static void one_left(struct case_run *t, read_function *read)
{
    enum { LONGEST_RUN = 1024 };
    size_t length = 0;
    struct sparse m = read(t);
    struct sums s = new_sums(t);
    const float *y = found(t, "y");
    double run = 0, magnitude = 0;
    for (size_t k = 0; k < m.nnz; k++) {
        struct entry e = m.entries[k];
        double term = e.value * x_at(&s, e.col);
        bool same_row = k > 0 && m.entries[k - 1].row == e.row;
        length = same_row ? length + 1 : 1;
        run = same_row ? run + term : term;
        magnitude = same_row ? magnitude + fabs(term) : fabs(term);
        offer(&s, y, e.row, term, fabs(term));
        if (length <= LONGEST_RUN)
            offer(&s, y, e.row, run, magnitude);
    }
    free_sparse(&m);
    finish_sums(t, &s);
}

/* The first `count` entries of the list only, if there are more. */
static void first_entries(struct case_run *t, size_t count)
{
    if (count == 0 || count >= NNZ)
        return does_not_apply(t);
    SUM(read_coo(t), s->index < count);
}

/* --- mistakes with the two parts of a hybrid ---------------------------------------------- */

static size_t whole_warps_or_1(const struct case_run *t, size_t size)
{
    return size ? whole_warps(t, size > 1 ? size : 0) : 1;
}

/* Of the rest only the first entries, if there are more. */
static void first_of_rest(struct case_run *t, size_t count)
{
    size_t rest = count_of(t, "rest_nnz"), even = count_of(t, "nnz");
    if (count >= rest)
        return does_not_apply(t);
    SUM(read_hybrid(t), s->index < even + count);
}

/* Rows with a surplus are one entry of it, the others are the ELL part's. */
static void rest_over_ell(struct case_run *t)
{
    SUM_OF(read_ell(t));
    one_left(t, read_rest);
}

/* --- mistakes with the order of JDS ------------------------------------------------------- */

/* Row numbers for read_jds_by(): i for row i, or where row i has gone; to be freed. */
static int *jds_rows(const struct case_run *t, bool inverse)
{
    size_t rows = count_of(t, "rows");
    int *row = rows_of_jds(t), *numbers = allocate(rows, sizeof *numbers);
    for (size_t i = 0; i < rows; i++)
        numbers[inverse ? (size_t)row[i] : i] = (int)i;
    free(row);
    return numbers;
}

/* As read_jds_by(), and frees both. */
static struct sparse read_jds_with(const struct case_run *t, int *rows,
                                   struct section *sections)
{
    struct sparse m = read_jds_by(t, rows, sections);
    free(rows);
    free(sections);
    return m;
}

static struct sparse read_jds_sorted(const struct case_run *t)
{
    return read_jds_with(t, jds_rows(t, false), sections_of(t));
}

static struct sparse read_jds_backwards(const struct case_run *t)
{
    return read_jds_with(t, jds_rows(t, true), sections_of(t));
}

/* Every section is read from the first entry of all. */
static struct sparse read_jds_from_0(const struct case_run *t)
{
    struct section *sections = sections_of(t);
    for (size_t i = 0; i < count_of(t, "section_count"); i++)
        sections[i].first_entry = 0;
    return read_jds_with(t, rows_of_jds(t), sections);
}

enum way { BY_LENGTH, BY_ROWS_OF_A };

/* Each section's entries with other steps; an entry without row where that leaves the arrays.
 */
static struct sparse read_jds_steps(const struct case_run *t, enum way way)
{
    struct section *sections = sections_of(t), *s = sections;
    int *row = rows_of_jds(t);
    const int *col = given(t, "col");
    const float *value = given(t, "value");
    struct sparse m = empty_matrix(t);
    for (; s < sections + count_of(t, "section_count"); s++) {
        size_t length = (size_t)s->length, rows = (size_t)s->rows;
        struct places p = {rows, length, way == BY_LENGTH ? length : 1,
                           way == BY_LENGTH ? 1 : m.rows, row + s->first_row};
        size_t last = (size_t)s->first_entry + (rows - 1) * p.row_step;
        if (length > 0 && last + (length - 1) * p.place_step < count_of(t, "nnz"))
            from_places(&m, p, col + s->first_entry, value + s->first_entry);
        else if (length > 0)
            add_entry(&m, row[s->first_row], -2 * GUARD, 0);
    }
    free(row);
    free(sections);
    return m;
}

/* Row i of any section goes to row[i]: later sections overwrite earlier ones, and what only
 * later sections have is never written. */
static void same_rows_for_all_sections(struct case_run *t, const int *row)
{
    struct section *sections = sections_of(t);
    struct sparse m = read_jds_sorted(t);
    struct sums s = new_sums(t);
    size_t k = 0;
    for (size_t i = 0; i < s.rows; i++)
        s.y.value[i] = NAN;
    for (size_t i = 0; i < count_of(t, "section_count"); i++) {
        for (int j = 0; j < sections[i].rows; j++) {
            s.y.value[row[j]] = s.y.bound[row[j]] = 0;
            s.terms[row[j]] = 0;
            for (; k < m.nnz && m.entries[k].row == sections[i].first_row + j; k++)
                add_term(&s, (struct entry){row[j], m.entries[k].col, m.entries[k].value});
        }
    }
    free(sections);
    free_sparse(&m);
    finish_sums(t, &s);
}

/* Where row i of the first section goes. */
static void first_row_forgotten(struct case_run *t)
{
    int *row = rows_of_jds(t);
    same_rows_for_all_sections(t, row);
    free(row);
}

/* To y[i] itself. */
static void row_in_section(struct case_run *t)
{
    size_t rows = count_of(t, "rows");
    int *itself = allocate(rows, sizeof *itself);
    for (size_t i = 0; i < rows; i++)
        itself[i] = (int)i;
    same_rows_for_all_sections(t, itself);
    free(itself);
}

#include "mistakes.h"
