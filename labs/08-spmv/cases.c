/* The judge's side of lab 08: matrices, references, mistakes and cases. */
#define _GNU_SOURCE
#include "formats.h"
#include "lab.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum {
    MOST_OF_INPUT = 1 << 25, /* rows, columns, and entries in the file */
    MOST_PLACES = 1 << 27,   /* of an ELL matrix from a file */
    MOST_OF_LINE = 1024,     /* the Matrix Market format's own limit */
    GUARD = 256,             /* floats on either side of x: NaN */
};

/* --- generated matrices ------------------------------------------------------------------- */

enum structure {
    TEXT = LAB_DATA, /* the matrix of the text */
    EVEN,            /* all rows alike; COO entries are in order */
    RAGGED,          /* rows of 0 to twice the mean */
    BANDED,          /* neighbours of the diagonal */
    LAPLACE,         /* the five-point stencil on a square grid */
    POWER_LAW,       /* most rows short, few very long */
    FULL_ROW,        /* one full row, the others with one entry or none */
    TWO_LENGTHS,     /* one row with two entries, the others with one */
    EMPTY_FIRST,
    EMPTY_MIDDLE,
    EMPTY_LAST,
    ALIKE,        /* all values 3, in A and x */
    TWICE,        /* every place has two entries */
    STORED_ZEROS, /* entries of value 0 */
    FROM_FILE,    /* the one that INPUT= names */
};

static const struct entry text_entries[] = {{0, 0, 3}, {0, 2, 1}, {2, 1, 2}, {2, 2, 4},
                                            {2, 3, 1}, {3, 0, 1}, {3, 3, 1}};

static float drawn_value(struct trial *t)
{
    if (data_kind(t) == ALIKE)
        return 3;
    if (data_kind(t) == STORED_ZEROS && random_between(t, 0, 1))
        return 0;
    return (float)(2 * random_unit(t) - 1);
}

/* How many entries the row is to have, `mean` on average or about that. */
static int64_t drawn_length(struct trial *t, size_t row, size_t rows, int64_t mean)
{
    switch (data_kind(t)) {
    case RAGGED:
        return random_between(t, 0, 2 * mean);
    case POWER_LAW: /* Pareto's law */
        return (int64_t)(0.4 * (double)mean * pow(random_unit(t) + 0x1p-24, -0.7));
    case FULL_ROW:
        return row == rows / 2 ? INT64_MAX : random_between(t, 0, 1);
    case TWO_LENGTHS:
        return row == rows / 2 ? 2 : 1;
    case EMPTY_FIRST:
        return row < 3 ? 0 : random_between(t, 1, 2 * mean);
    case EMPTY_MIDDLE:
        return row % 5 == 2 || row % 5 == 3 ? 0 : random_between(t, 1, 2 * mean);
    case EMPTY_LAST:
        return row + 3 >= rows ? 0 : random_between(t, 1, 2 * mean);
    default:
        return mean;
    }
}

/* Ascending columns, each from a part of its own of the row, so that none comes twice. */
static void draw_row(struct trial *t, struct sparse *m, size_t row, int64_t length)
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

static void add_banded_row(struct trial *t, struct sparse *m, int64_t row, int64_t width)
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

static struct sparse generated(struct trial *t)
{
    struct sparse m = new_sparse((size_t)number(t, "rows"), (size_t)number(t, "cols"));
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

/* --- Matrix Market files: https://math.nist.gov/MatrixMarket/formats.html ----------------- */

struct reader {
    FILE *file;
    size_t number; /* of the line, from 1 on */
    char line[MOST_OF_LINE + 1];
    bool pattern, symmetric; /* what the first line says */
};

/* Reads a line; false at the end of the file. */
static bool read_line(struct reader *r)
{
    size_t length = 0;
    int c = getc_unlocked(r->file);
    if (c == EOF)
        return false;
    for (r->number++; c != EOF && c != '\n'; c = getc_unlocked(r->file)) {
        if (c == 0)
            refuse_input("line %zu has a byte 0: is it binary, or compressed?", r->number);
        if (length == MOST_OF_LINE)
            refuse_input("line %zu is longer than %d characters", r->number, MOST_OF_LINE);
        r->line[length++] = (char)c;
    }
    r->line[length] = 0;
    return true;
}

static const char *after_spaces(const char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

/* The next line that is neither empty nor a comment. */
static bool read_content(struct reader *r)
{
    while (read_line(r))
        if (*after_spaces(r->line) && *r->line != '%')
            return true;
    return false;
}

/* A whole number from `low` to `high`; *at moves behind it. */
static int64_t take_whole(struct reader *r, const char **at, const char *what, int64_t low,
                          int64_t high)
{
    char *end;
    errno = 0;
    long long value = strtoll(*at, &end, 10);
    if (end == *at || (*end && !isspace((unsigned char)*end)))
        refuse_input("line %zu: no whole number where the %s should be", r->number, what);
    if (errno || value < low || value > high)
        refuse_input("line %zu: the %s is %.*s, and should be from %lld to %lld", r->number,
                     what, (int)strcspn(after_spaces(*at), " \t\r"), after_spaces(*at),
                     (long long)low, (long long)high);
    *at = end;
    return value;
}

static float take_value(struct reader *r, const char **at)
{
    const double most = 1e30; /* sums of products must stay within the floats */
    char *end;
    double value = strtod(*at, &end);
    if (end == *at || (*end && !isspace((unsigned char)*end)))
        refuse_input("line %zu: no number where the value should be", r->number);
    if (!(fabs(value) <= most))
        refuse_input("line %zu: the value is beyond %g, too large for sums in float", r->number,
                     most);
    *at = end;
    return (float)value;
}

static void expect_end_of_line(const struct reader *r, const char *at, const char *after)
{
    if (*after_spaces(at))
        refuse_input("line %zu: something follows %s", r->number, after);
}

static void read_first_line(struct reader *r)
{
    static const char banner[] = "%%MatrixMarket";
    char object[16], format[16], field[16], symmetry[16], more[2];
    if (!read_line(r))
        refuse_input(ferror(r->file) ? "cannot be read: %s" : "empty: no matrix in it",
                     strerror(errno));
    if (strncasecmp(r->line, banner, sizeof banner - 1))
        refuse_input("not a Matrix Market file: its first line does not begin with %s", banner);
    if (sscanf(r->line + sizeof banner - 1, "%15s %15s %15s %15s %1s", object, format, field,
               symmetry, more) != 4)
        refuse_input("line 1 should be %s matrix coordinate FIELD SYMMETRY", banner);
    if (strcasecmp(object, "matrix") || strcasecmp(format, "coordinate"))
        refuse_input("line 1: only 'matrix coordinate' is sparse, and this is '%s %s'", object,
                     format);
    r->pattern = !strcasecmp(field, "pattern");
    if (!r->pattern && strcasecmp(field, "real") && strcasecmp(field, "integer"))
        refuse_input("line 1: values may be real, integer or pattern, not '%s'", field);
    r->symmetric = !strcasecmp(symmetry, "symmetric");
    if (!r->symmetric && strcasecmp(symmetry, "general"))
        refuse_input("line 1: a matrix may be general or symmetric, not '%s'", symmetry);
}

/* The sizes, and how many entries follow. Nothing is allocated by what a file merely says. */
static struct sparse read_sizes(struct reader *r, int64_t *promised)
{
    const char *at = r->line;
    struct stat about;
    if (!read_content(r))
        refuse_input("ends after line %zu, before the line ROWS COLUMNS ENTRIES", r->number);
    int64_t rows = take_whole(r, &at, "number of rows", 0, MOST_OF_INPUT);
    int64_t cols = take_whole(r, &at, "number of columns", 0, MOST_OF_INPUT);
    *promised = take_whole(r, &at, "number of entries", 0, MOST_OF_INPUT);
    expect_end_of_line(r, at, "ROWS COLUMNS ENTRIES");
    if (r->symmetric && rows != cols)
        refuse_input("line %zu: a symmetric matrix is square, not %lld x %lld", r->number,
                     (long long)rows, (long long)cols);
    if (*promised > 0 && (rows == 0 || cols == 0))
        refuse_input("line %zu: entries in a matrix of %lld x %lld", r->number, (long long)rows,
                     (long long)cols);
    const int64_t shortest = 4; /* "1 1\n" */
    if (fstat(fileno(r->file), &about) == 0 && *promised > about.st_size / shortest + 1)
        refuse_input("truncated: line %zu promises %lld entries, and %lld bytes hold fewer",
                     r->number, (long long)*promised, (long long)about.st_size);
    return new_sparse((size_t)rows, (size_t)cols);
}

static void take_entry(struct reader *r, struct sparse *m)
{
    const char *at = r->line;
    int row = (int)take_whole(r, &at, "row", 1, (int64_t)m->rows) - 1;
    int col = (int)take_whole(r, &at, "column", 1, (int64_t)m->cols) - 1;
    float value = r->pattern ? 1 : take_value(r, &at);
    expect_end_of_line(r, at, r->pattern ? "ROW COLUMN" : "ROW COLUMN VALUE");
    if (r->symmetric && col > row)
        refuse_input("line %zu: row %d, column %d is above the diagonal of a symmetric matrix",
                     r->number, row + 1, col + 1);
    add_entry(m, row, col, value);
    if (r->symmetric && col < row)
        add_entry(m, col, row, value);
}

static struct sparse read_matrix_market(void)
{
    struct reader r = {.file = fopen(input_file(), "rb")};
    int64_t promised;
    if (!r.file)
        refuse_input("cannot be opened: %s", strerror(errno));
    read_first_line(&r);
    struct sparse m = read_sizes(&r, &promised);
    for (int64_t k = 0; k < promised; k++) {
        if (!read_content(&r))
            refuse_input("truncated: it ends after %lld of %lld entries", (long long)k,
                         (long long)promised);
        take_entry(&r, &m);
    }
    if (read_content(&r))
        refuse_input("line %zu: there are more than the %lld entries promised", r.number,
                     (long long)promised);
    fclose(r.file);
    return m;
}

/* --- what a case hands out ---------------------------------------------------------------- */

static struct sparse matrix_of_case(struct trial *t)
{
    struct sparse m = data_kind(t) == FROM_FILE ? read_matrix_market() : generated(t);
    sort_entries(&m);
    add_number(t, "rows", (int64_t)m.rows);
    add_number(t, "cols", (int64_t)m.cols);
    add_number(t, "nnz", (int64_t)m.nnz);
    return m;
}

static void add_vectors(struct trial *t)
{
    size_t cols = (size_t)number(t, "cols");
    float *x = add_input(t, "x", FLOAT32, list(cols));
    for (size_t j = 0; j < cols; j++)
        x[j] = data_kind(t) == TEXT ? (float)(j + 1) : drawn_value(t);
    for (size_t j = 0; j < cols && data_kind(t) == STORED_ZEROS; j++)
        x[j] = (float)random_unit(t) + 1;
    add_output(t, "y", FLOAT32, list((size_t)number(t, "rows")));
}

/* An array of n elements and `behind` more, which a kernel finds behind them: column (or row) 0
 * and a value that is not a number. Only an empty array has one, so that its address is one;
 * and CSR's in the text's matrix, where who takes each row's end for its last entry is to be
 * told by a NaN, and not by a crash. Elsewhere what lies behind is out of bounds. */
static int *add_indices(struct trial *t, const char *name, size_t n, size_t behind)
{
    int *indices = add_input(t, name, INT32, pitched(1, n, n + behind));
    memset(indices + n, 0, behind * sizeof *indices);
    return indices;
}

static float *add_values(struct trial *t, const char *name, size_t n, size_t behind)
{
    float *values = add_input(t, name, FLOAT32, pitched(1, n, n + behind));
    for (size_t i = 0; i < n + behind; i++)
        values[i] = NAN; /* and so the padding */
    return values;
}

static size_t spare_of(size_t n)
{
    return n == 0;
}

static void prepare_csr(struct trial *t)
{
    struct sparse m = matrix_of_case(t);
    int *starts = add_input(t, "starts", INT32, list(m.rows + 1));
    size_t more = data_kind(t) == TEXT ? 1 : spare_of(m.nnz);
    int *col = add_indices(t, "col", m.nnz, more);
    to_csr(&m, starts, col, add_values(t, "value", m.nnz, more));
    add_vectors(t);
    free_sparse(&m);
}

/* Adds the arrays of an ELL matrix; what finds no room in it goes to `surplus`. */
static void add_ell(struct trial *t, const struct sparse *m, size_t width,
                    struct sparse *surplus)
{
    size_t places = m->rows * width;
    if (places > MOST_PLACES)
        refuse_input("its longest row has %zu entries, and so ELL takes %zu places for %zu "
                     "entries: name another TASK=",
                     width, places, m->nnz);
    add_number(t, "width", (int64_t)width);
    int *col = add_indices(t, "col", places, spare_of(places));
    to_ell(m, width, col, add_values(t, "value", places, spare_of(places)), surplus);
}

static void prepare_ell(struct trial *t)
{
    struct sparse m = matrix_of_case(t);
    add_ell(t, &m, longest_row(&m), NULL);
    add_vectors(t);
    free_sparse(&m);
}

static void shuffle(struct trial *t, struct sparse *m)
{
    for (size_t k = m->nnz; k > 1; k--) {
        size_t other = (size_t)random_between(t, 0, (int64_t)k - 1);
        struct entry e = m->entries[k - 1];
        m->entries[k - 1] = m->entries[other];
        m->entries[other] = e;
    }
}

/* Adds the arrays of a COO matrix, shuffled but for the cases where order is the point. */
static void add_coo(struct trial *t, struct sparse *m, const char *row, const char *col,
                    const char *value)
{
    if (data_kind(t) != TEXT && data_kind(t) != EVEN)
        shuffle(t, m);
    size_t n = m->nnz, more = spare_of(n);
    int *rows = add_indices(t, row, n, more), *cols = add_indices(t, col, n, more);
    to_coo(m, rows, cols, add_values(t, value, n, more));
}

static void prepare_coo(struct trial *t)
{
    struct sparse m = matrix_of_case(t);
    add_coo(t, &m, "row", "col", "value");
    add_vectors(t);
    free_sparse(&m);
}

/* The ELL part is as wide as rows are long on average, rounded down: 0 where most are empty. */
static void prepare_hybrid(struct trial *t)
{
    struct sparse m = matrix_of_case(t), rest = new_sparse(m.rows, m.cols);
    add_ell(t, &m, m.rows ? m.nnz / m.rows : 0, &rest);
    add_number(t, "nnz", (int64_t)(m.nnz - rest.nnz));
    add_number(t, "rest_nnz", (int64_t)rest.nnz);
    add_coo(t, &rest, "rest_row", "rest_col", "rest_value");
    add_vectors(t);
    free_sparse(&rest);
    free_sparse(&m);
}

static void prepare_jds(struct trial *t)
{
    struct sparse m = matrix_of_case(t);
    struct section *sections = allocate(m.rows, sizeof *sections);
    size_t more = spare_of(m.nnz);
    int *row = add_input(t, "row", INT32, list(m.rows));
    int *col = add_indices(t, "col", m.nnz, more);
    size_t count = to_jds(&m, row, sections, col, add_values(t, "value", m.nnz, more));
    add_number(t, "section_count", (int64_t)count);
    memcpy(add_input(t, "sections", INT32, matrix(count, 4)), sections,
           count * sizeof *sections);
    on_host(t, "sections");
    add_vectors(t);
    free(sections);
    free_sparse(&m);
}

/* --- the matrix again, from what was handed out ------------------------------------------- */

typedef struct sparse read_function(const struct trial *t);

static size_t size_of(const struct trial *t, const char *name)
{
    return (size_t)number(t, name);
}

static struct sparse empty_matrix(const struct trial *t)
{
    return new_sparse(size_of(t, "rows"), size_of(t, "cols"));
}

static struct sparse read_csr(const struct trial *t)
{
    struct sparse m = empty_matrix(t);
    from_csr(&m, given(t, "starts"), given(t, "col"), given(t, "value"));
    return m;
}

static struct sparse read_ell(const struct trial *t)
{
    struct sparse m = empty_matrix(t);
    from_ell(&m, size_of(t, "width"), given(t, "col"), given(t, "value"));
    return m;
}

static struct sparse read_coo(const struct trial *t)
{
    struct sparse m = empty_matrix(t);
    from_coo(&m, size_of(t, "nnz"), given(t, "row"), given(t, "col"), given(t, "value"));
    return m;
}

static struct sparse read_rest(const struct trial *t)
{
    struct sparse m = empty_matrix(t);
    from_coo(&m, size_of(t, "rest_nnz"), given(t, "rest_row"), given(t, "rest_col"),
             given(t, "rest_value"));
    return m;
}

static struct sparse read_hybrid(const struct trial *t)
{
    struct sparse m = read_ell(t), rest = read_rest(t);
    for (size_t k = 0; k < rest.nnz; k++)
        add_entry(&m, rest.entries[k].row, rest.entries[k].col, rest.entries[k].value);
    free_sparse(&rest);
    return m;
}

/* Row i of the sorted order is row[i]. */
static struct sparse read_jds_by(const struct trial *t, const int *row,
                                 const struct section *sections)
{
    struct sparse m = empty_matrix(t);
    from_jds(&m, row, sections, size_of(t, "section_count"), given(t, "col"),
             given(t, "value"));
    return m;
}

static struct sparse read_jds(const struct trial *t)
{
    return read_jds_by(t, given(t, "row"), given(t, "sections"));
}

/* --- y, as it should be ------------------------------------------------------------------- */

struct sums {
    struct want y;
    const float *x;
    size_t rows, cols, *terms; /* terms: how many each row has */
    bool senseless;            /* a mistake that reads or writes who knows where */
};

static struct sums new_sums(struct trial *t)
{
    size_t rows = size_of(t, "rows");
    return (struct sums){.y = want(t, "y"),
                         .x = given(t, "x"),
                         .rows = rows,
                         .cols = size_of(t, "cols"),
                         .terms = allocate(rows, sizeof(size_t))};
}

/* Beyond x's ends a mistake finds NaNs for a while. */
static double x_at(struct sums *s, int64_t col)
{
    if (col >= 0 && col < (int64_t)s->cols)
        return s->x[col];
    s->senseless |= col < -GUARD || col >= (int64_t)s->cols + GUARD;
    return NAN;
}

static void add_term(struct sums *s, struct entry e)
{
    double term = e.value * x_at(s, e.col);
    if (e.row < 0 || (size_t)e.row >= s->rows) {
        s->senseless = true;
        return;
    }
    s->y.value[e.row] += term;
    s->y.bound[e.row] += fabs(term);
    s->terms[e.row]++;
}

/* A sum of n products is off by at most gamma(n) times the sum of their magnitudes, in whatever
 * order and from however many partial sums it is added up (Higham 3.1), so that the bound holds
 * for atomic additions, too; and each product by half the least float, where it underflows. */
static void finish_sums(struct trial *t, struct sums *s)
{
    for (size_t row = 0; row < s->rows; row++) {
        double n = (double)s->terms[row];
        if (n > 0)
            s->y.bound[row] = error_gamma(n) * s->y.bound[row] + n * 0x1p-150;
    }
    free(s->terms);
    if (s->senseless)
        does_not_apply(t, "y");
}

/* An entry as a mistake meets it. */
struct spot {
    size_t index;         /* in the arrays */
    size_t place, length; /* in its row, and that row's */
};

/* Changes the entry; false if the mistake leaves it out. */
typedef bool change_function(const struct spot *spot, struct entry *e);

static void expect_changed(struct trial *t, read_function *read, change_function *change)
{
    struct sparse m = read(t);
    struct sums s = new_sums(t);
    size_t *lengths = row_lengths(&m), *seen = allocate(m.rows, sizeof *seen);
    for (size_t k = 0; k < m.nnz; k++) {
        struct entry e = m.entries[k];
        struct spot spot = {k, seen[e.row]++, lengths[e.row]};
        if (change(&spot, &e))
            add_term(&s, e);
    }
    free(lengths);
    free(seen);
    free_sparse(&m);
    finish_sums(t, &s);
}

/* Defines an expectation: the matrix that `read` gives, each entry as `change` leaves it. */
#define SUMS(name, read, change)                                                               \
    static bool name##_change(const struct spot *spot, struct entry *e)                        \
    {                                                                                          \
        (void)spot;                                                                            \
        (void)e;                                                                               \
        return change;                                                                         \
    }                                                                                          \
    static void name(struct trial *t)                                                          \
    {                                                                                          \
        expect_changed(t, read, name##_change);                                                \
    }

SUMS(expect_csr, read_csr, true)
SUMS(expect_ell, read_ell, true)
SUMS(expect_coo, read_coo, true)
SUMS(expect_hybrid, read_hybrid, true)
SUMS(expect_jds, read_jds, true)

/* --- mistakes that any format allows ------------------------------------------------------ */

#define EXCHANGE(one, other) (e->one ^= e->other, e->other ^= e->one, e->one ^= e->other, true)

#define ENTRY_MISTAKES(format)                                                                 \
    SUMS(format##_x_by_row, read_##format, (e->col = e->row, true))                            \
    SUMS(format##_transposed, read_##format, EXCHANGE(row, col))                               \
    SUMS(format##_values_ignored, read_##format, (e->value = 1, true))

#define ROW_MISTAKES(format)                                                                   \
    SUMS(format##_x_by_place, read_##format, (e->col = (int)spot->place, true))                \
    SUMS(format##_first_left_out, read_##format, spot->place > 0)                              \
    SUMS(format##_last_left_out, read_##format, spot->place + 1 < spot->length)                \
    SUMS(format##_only_last, read_##format, spot->place + 1 == spot->length)

ENTRY_MISTAKES(csr)
ROW_MISTAKES(csr)
SUMS(csr_x_by_index, read_csr, (e->col = (int)spot->index, true))
ENTRY_MISTAKES(ell)
ROW_MISTAKES(ell)
ENTRY_MISTAKES(coo)
SUMS(coo_x_by_index, read_coo, (e->col = (int)spot->index, true))
ENTRY_MISTAKES(jds)
ROW_MISTAKES(jds)

/* --- mistakes with rows and their ends ---------------------------------------------------- */

/* Each row with the first entry of the next. What follows the last is add_indices()'s in the
 * text's matrix, and none elsewhere. */
static struct sparse read_csr_too_far(const struct trial *t)
{
    const int *starts = given(t, "starts"), *col = given(t, "col");
    const float *value = given(t, "value");
    struct sparse m = empty_matrix(t);
    int last = starts[m.rows] + (data_kind(t) == TEXT);
    for (size_t row = 0; row < m.rows; row++)
        for (int k = starts[row]; k < last && k <= starts[row + 1]; k++)
            add_entry(&m, (int)row, col[k], value[k]);
    return m;
}

SUMS(csr_end_inclusive, read_csr_too_far, true)

/* Threads that share a row each keep what they added up: the first one's is stored. */
#define FIRST_LANE(lanes) SUMS(csr_first_of_##lanes, read_csr, spot->place % (lanes) == 0)

FIRST_LANE(32)
FIRST_LANE(16)
FIRST_LANE(8)
FIRST_LANE(4)
FIRST_LANE(2)

/* --- mistakes with the order of ELL ------------------------------------------------------- */

/* Place k of row i at i * row_step + k * place_step. Where that is outside of the arrays, and
 * at padding, the row goes on (or ends, where `stop`). */
static struct sparse read_ell_by(const struct trial *t, size_t row_step, size_t place_step,
                                 bool stop)
{
    const int *col = given(t, "col");
    const float *value = given(t, "value");
    struct sparse m = empty_matrix(t);
    size_t width = size_of(t, "width"), places = m.rows * width;
    for (size_t row = 0; row < m.rows; row++) {
        for (size_t k = 0; k < width; k++) {
            size_t at = row * row_step + k * place_step;
            if (at < places && col[at] >= 0)
                add_entry(&m, (int)row, col[at], value[at]);
            else if (stop)
                break;
        }
    }
    return m;
}

static struct sparse read_ell_by_rows(const struct trial *t)
{
    return read_ell_by(t, size_of(t, "width"), 1, false);
}

static struct sparse read_ell_by_rows_to_padding(const struct trial *t)
{
    return read_ell_by(t, size_of(t, "width"), 1, true);
}

/* As if there were as many rows as columns, or more. */
static struct sparse read_ell_by_cols(const struct trial *t)
{
    return read_ell_by(t, 1, size_of(t, "cols"), false);
}

static struct sparse read_ell_by_cols_to_padding(const struct trial *t)
{
    return read_ell_by(t, 1, size_of(t, "cols"), true);
}

/* An entry of value 0 is taken for the row's end. */
static struct sparse read_ell_to_zeros(const struct trial *t)
{
    struct sparse m = read_ell(t);
    size_t kept = 0;
    bool ended = false;
    for (size_t k = 0; k < m.nnz; k++) {
        ended = m.entries[k].value == 0 || (ended && m.entries[k].row == m.entries[k - 1].row);
        if (!ended)
            m.entries[kept++] = m.entries[k];
    }
    m.nnz = kept;
    return m;
}

/* The last place is left out: that of the rows without padding. */
static struct sparse read_ell_narrow(const struct trial *t)
{
    struct sparse m = empty_matrix(t);
    size_t width = size_of(t, "width");
    from_ell(&m, width ? width - 1 : 0, given(t, "col"), given(t, "value"));
    return m;
}

SUMS(ell_last_place_left_out, read_ell_narrow, true)
SUMS(ell_by_rows, read_ell_by_rows, true)
SUMS(ell_by_rows_to_padding, read_ell_by_rows_to_padding, true)
SUMS(ell_by_cols, read_ell_by_cols, true)
SUMS(ell_by_cols_to_padding, read_ell_by_cols_to_padding, true)
SUMS(ell_ends_at_zero, read_ell_to_zeros, true)

/* --- mistakes with short rows ------------------------------------------------------------- */

/* All is right but rows with less than `least` entries in what `read` gives: these are NaN.
 * Either that was computed, or they are untouched, and NaN is what y held before. */
static void expect_short_rows(struct trial *t, void (*expect)(struct trial *),
                              read_function *read, size_t least, bool untouched)
{
    const float *now = found(t, "y"), *before = given(t, "y");
    struct sparse m = read(t);
    size_t *lengths = row_lengths(&m);
    bool fits = true;
    expect(t);
    for (size_t row = 0; row < m.rows; row++) {
        if (lengths[row] >= least)
            continue;
        fits &= !memcmp(&now[row], &before[row], sizeof *now) == untouched;
        want(t, "y").value[row] = NAN;
    }
    free(lengths);
    free_sparse(&m);
    if (!fits)
        does_not_apply(t, "y");
}

#define SHORT_ROWS(name, expect, read, least, untouched)                                       \
    static void name(struct trial *t)                                                          \
    {                                                                                          \
        expect_short_rows(t, expect, read, least, untouched);                                  \
    }

SHORT_ROWS(csr_empty_left, expect_csr, read_csr, 1, true)
SHORT_ROWS(ell_empty_left, expect_ell, read_ell, 1, true)
SHORT_ROWS(hybrid_empty_left, expect_hybrid, read_hybrid, 1, true)
SHORT_ROWS(jds_empty_left, expect_jds, read_jds, 1, true)

SHORT_ROWS(ell_left_at_padding, expect_ell, read_ell, size_of(t, "width"), true)
SHORT_ROWS(ell_padding_multiplied, expect_ell, read_ell, size_of(t, "width"), false)
SHORT_ROWS(hybrid_left_at_padding, expect_hybrid, read_ell, size_of(t, "width"), true)
SHORT_ROWS(hybrid_padding_multiplied, expect_hybrid, read_ell, size_of(t, "width"), false)

/* --- mistakes with many threads a row ----------------------------------------------------- */

/* The row becomes that value if it is the nearest so far to what was found. */
static void offer(struct sums *s, const float *y, int row, double value, double magnitude)
{
    double *now = &s->y.value[row];
    if (s->terms[row]++ > 0 && !(fabs(value - y[row]) < fabs(*now - y[row])))
        return;
    *now = value;
    s->y.bound[row] = magnitude;
}

/* Threads overwrite each other: what remains of a row in the list is one of its entries, or of
 * its runs of entries that follow each other. Which one depends on who came last. */
static void expect_one_left(struct trial *t, read_function *read)
{
    struct sparse m = read(t);
    struct sums s = new_sums(t);
    const float *y = found(t, "y");
    double run = 0, magnitude = 0;
    for (size_t k = 0; k < m.nnz; k++) {
        struct entry e = m.entries[k];
        double term = e.value * x_at(&s, e.col);
        bool same_row = k > 0 && m.entries[k - 1].row == e.row;
        run = same_row ? run + term : term;
        magnitude = same_row ? magnitude + fabs(term) : fabs(term);
        offer(&s, y, e.row, term, fabs(term));
        offer(&s, y, e.row, run, magnitude);
    }
    free_sparse(&m);
    finish_sums(t, &s);
}

static void coo_overwritten(struct trial *t)
{
    expect_one_left(t, read_coo);
}

/* The first `count` entries of the list only; does that fit what was found? */
static bool fits_first(struct trial *t, const struct sparse *m, size_t count)
{
    struct sums s = new_sums(t);
    const float *y = found(t, "y");
    bool fits = true;
    memset(s.y.value, 0, s.rows * sizeof *s.y.value);
    memset(s.y.bound, 0, s.rows * sizeof *s.y.bound);
    for (size_t k = 0; k < count; k++)
        add_term(&s, m->entries[k]);
    finish_sums(t, &s);
    for (size_t row = 0; row < s.rows && fits; row++)
        fits = fabs(y[row] - s.y.value[row]) <= s.y.bound[row];
    return fits;
}

static size_t rounded_up(size_t n, size_t block)
{
    return (n + block - 1) / block * block;
}

/* Which entries a grid covers that was made for another number is a matter of the block. */
static void expect_first(struct trial *t, bool rounded_down)
{
    struct sparse m = read_coo(t);
    bool fits = false;
    for (size_t block = 32; block <= 1024 && !fits; block += 32) {
        size_t count = rounded_down ? m.nnz / block * block : rounded_up(m.rows, block);
        fits = count > 0 && count < m.nnz && fits_first(t, &m, count);
    }
    free_sparse(&m);
    if (!fits)
        does_not_apply(t, "y");
}

static void coo_grid_of_rows(struct trial *t)
{
    expect_first(t, false);
}

static void coo_rounded_down(struct trial *t)
{
    expect_first(t, true);
}

/* --- mistakes with the two parts of a hybrid ---------------------------------------------- */

SUMS(hybrid_rest_lost, read_ell, true)
SUMS(hybrid_ell_lost, read_rest, true)

/* Rows with a surplus are one entry of it, the others are the ELL part's. */
static void hybrid_rest_over_ell(struct trial *t)
{
    expect_ell(t);
    expect_one_left(t, read_rest);
}

/* --- mistakes with the order of JDS ------------------------------------------------------- */

/* Row numbers for read_jds_by(): i for row i, or where row i has gone; to be freed. */
static int *jds_rows(const struct trial *t, bool inverse)
{
    size_t rows = size_of(t, "rows");
    const int *row = given(t, "row");
    int *numbers = allocate(rows, sizeof *numbers);
    for (size_t i = 0; i < rows; i++)
        numbers[inverse ? (size_t)row[i] : i] = (int)i;
    return numbers;
}

static struct sparse read_jds_sorted(const struct trial *t)
{
    int *numbers = jds_rows(t, false);
    struct sparse m = read_jds_by(t, numbers, given(t, "sections"));
    free(numbers);
    return m;
}

static struct sparse read_jds_backwards(const struct trial *t)
{
    int *numbers = jds_rows(t, true);
    struct sparse m = read_jds_by(t, numbers, given(t, "sections"));
    free(numbers);
    return m;
}

/* Every section is read from the first entry of all. */
static struct sparse read_jds_from_0(const struct trial *t)
{
    size_t count = size_of(t, "section_count");
    struct section *sections = allocate(count, sizeof *sections);
    memcpy(sections, given(t, "sections"), count * sizeof *sections);
    for (size_t i = 0; i < count; i++)
        sections[i].first_entry = 0;
    struct sparse m = read_jds_by(t, given(t, "row"), sections);
    free(sections);
    return m;
}

/* Each section's entries with other steps; an entry without row where that leaves the arrays.
 */
static struct sparse read_jds_steps(const struct trial *t, bool by_rows)
{
    const struct section *sections = given(t, "sections"), *s = sections;
    const int *row = given(t, "row"), *col = given(t, "col");
    const float *value = given(t, "value");
    struct sparse m = empty_matrix(t);
    for (; s < sections + size_of(t, "section_count"); s++) {
        size_t length = (size_t)s->length, rows = (size_t)s->rows;
        struct places p = {rows, length, by_rows ? length : 1, by_rows ? 1 : m.rows,
                           row + s->first_row};
        size_t last = (size_t)s->first_entry + (rows - 1) * p.row_step;
        if (length > 0 && last + (length - 1) * p.place_step < size_of(t, "nnz"))
            from_places(&m, p, col + s->first_entry, value + s->first_entry);
        else if (length > 0)
            add_entry(&m, row[s->first_row], -2 * GUARD, 0);
    }
    return m;
}

static struct sparse read_jds_by_rows(const struct trial *t)
{
    return read_jds_steps(t, true);
}

static struct sparse read_jds_by_all_rows(const struct trial *t)
{
    return read_jds_steps(t, false);
}

SUMS(jds_order_forgotten, read_jds_sorted, true)
SUMS(jds_order_backwards, read_jds_backwards, true)
SUMS(jds_first_entry_forgotten, read_jds_from_0, true)
SUMS(jds_by_rows, read_jds_by_rows, true)
SUMS(jds_by_all_rows, read_jds_by_all_rows, true)

/* Row i of any section goes where row i of the first does: later sections overwrite earlier
 * ones, and what only later sections have is never written. */
static void jds_first_row_forgotten(struct trial *t)
{
    const struct section *sections = given(t, "sections");
    const int *row = given(t, "row");
    struct sparse m = read_jds_sorted(t);
    struct sums s = new_sums(t);
    size_t k = 0;
    for (size_t i = 0; i < s.rows; i++)
        s.y.value[i] = NAN;
    for (size_t i = 0; i < size_of(t, "section_count"); i++) {
        for (int j = 0; j < sections[i].rows; j++) {
            s.y.value[row[j]] = s.y.bound[row[j]] = 0;
            s.terms[row[j]] = 0;
            for (; k < m.nnz && m.entries[k].row == sections[i].first_row + j; k++)
                add_term(&s, (struct entry){row[j], m.entries[k].col, m.entries[k].value});
        }
    }
    free_sparse(&m);
    finish_sums(t, &s);
}

/* --- the mistakes in words ---------------------------------------------------------------- */

#define RIVAL(name, says)                                                                      \
    {                                                                                          \
#name, name, says, false                                                               \
    }

// clang-format off
#define ENTRY_RIVALS(format)                                                                   \
    RIVAL(format##_x_by_row,                                                                   \
          "every entry of a row is multiplied by the x of that row: it is the entry's column " \
          "that says which x"),                                                                \
    RIVAL(format##_transposed,                                                                 \
          "this is the product with A transposed: row and column are exchanged"),              \
    RIVAL(format##_values_ignored,                                                             \
          "this is the sum of x over each row's columns: the values are not multiplied by it")

#define ROW_RIVALS(format)                                                                     \
    RIVAL(format##_x_by_place,                                                                 \
          "x is taken by the entry's place in its row: it is the entry's column that says "    \
          "which x"),                                                                          \
    RIVAL(format##_first_left_out, "the first entry of each row is left out"),                 \
    RIVAL(format##_last_left_out,                                                              \
          "the last entry of each row is left out: does the loop end a step early?"),          \
    RIVAL(format##_only_last,                                                                  \
          "each row is its last entry's product: add to the sum, rather than set it")

#define FIRST_LANE_RIVAL(lanes)                                                                \
    RIVAL(csr_first_of_##lanes,                                                                \
          "of the threads that share a row only the first one's sum is stored: add all of them")

#define X_BY_INDEX(format)                                                                     \
    RIVAL(format##_x_by_index,                                                                 \
          "x is taken by the entry's index: x[k], where x[col[k]] is meant")

#define EMPTY_LEFT(format)                                                                     \
    RIVAL(format##_empty_left,                                                                 \
          "empty rows are never written: their sum is 0, and has to be stored, too")

#define PADDING_RIVALS(format)                                                                 \
    RIVAL(format##_padding_multiplied,                                                         \
          "rows with padding are NaN: padding is multiplied; its column is -1, its value is "  \
          "no number, and x has no element -1"),                                               \
    RIVAL(format##_left_at_padding,                                                            \
          "rows with padding are never written: padding ends the row, but not the thread, "    \
          "which has its sum to store")

static const struct rival csr_rivals[] = {
    EMPTY_LEFT(csr),
    X_BY_INDEX(csr),
    ENTRY_RIVALS(csr),
    ROW_RIVALS(csr),
    RIVAL(csr_end_inclusive,
          "each row has the first entry of the next, too: its own end before the next one's "
          "start"),
    FIRST_LANE_RIVAL(32),
    FIRST_LANE_RIVAL(16),
    FIRST_LANE_RIVAL(8),
    FIRST_LANE_RIVAL(4),
    FIRST_LANE_RIVAL(2),
    {0},
};

static const struct rival ell_rivals[] = {
    EMPTY_LEFT(ell),
    PADDING_RIVALS(ell),
    RIVAL(ell_last_place_left_out,
          "the entries in the last place are left out, which only the longest rows have: does "
          "the loop end a step early?"),
    RIVAL(ell_by_rows,
          "the matrix is read row by row: it is stored column by column, and a row's next "
          "place is `rows` further on"),
    RIVAL(ell_by_rows_to_padding,
          "the matrix is read row by row: it is stored column by column, and a row's next "
          "place is `rows` further on"),
    RIVAL(ell_by_cols,
          "a row's next place is looked for `cols` further on: it is `rows` further, and a "
          "matrix need not be square"),
    RIVAL(ell_by_cols_to_padding,
          "a row's next place is looked for `cols` further on: it is `rows` further, and a "
          "matrix need not be square"),
    RIVAL(ell_ends_at_zero,
          "an entry of value 0 ends its row: it is an entry all the same; padding is where the "
          "column is -1"),
    ENTRY_RIVALS(ell),
    ROW_RIVALS(ell),
    {0},
};

static const struct rival coo_rivals[] = {
    X_BY_INDEX(coo),
    ENTRY_RIVALS(coo),
    RIVAL(coo_grid_of_rows,
          "only the first entries are added: as many as there are rows, up to a full block; "
          "a thread an entry, so that the grid must cover nnz"),
    RIVAL(coo_rounded_down,
          "the last entries are not added: the number of blocks is rounded down"),
    RIVAL(coo_overwritten,
          "of each row only some entries remain: they overwrite each other; many threads have "
          "entries of the same row, and all of them must add"),
    {0},
};

static const struct rival hybrid_rivals[] = {
    PADDING_RIVALS(hybrid),
    EMPTY_LEFT(hybrid),
    RIVAL(hybrid_rest_lost,
          "this is the ELL part alone: the surplus is not added, or overwritten afterwards"),
    RIVAL(hybrid_ell_lost,
          "this is the surplus alone: the ELL part is not there, or cleared before the rest "
          "is added"),
    RIVAL(hybrid_rest_over_ell,
          "rows with a surplus are one entry of it: it is stored over the ELL part, where it "
          "must be added"),
    {0},
};

static const struct rival jds_rivals[] = {
    EMPTY_LEFT(jds),
    RIVAL(jds_order_forgotten,
          "y is in the sorted order: row i of the sorted order is row d_row[i] of A"),
    RIVAL(jds_order_backwards,
          "the permutation is applied backwards: the sum of row i of the sorted order belongs "
          "to y[d_row[i]]"),
    RIVAL(jds_first_row_forgotten,
          "each section writes to the rows of the first one: its row i is row first_row + i "
          "of the sorted order"),
    RIVAL(jds_first_entry_forgotten,
          "every section is read from entry 0: a section's entries begin at first_entry"),
    RIVAL(jds_by_rows,
          "the sections are read row by row: they are stored column by column, and a row's "
          "next entry is the section's number of rows further on"),
    RIVAL(jds_by_all_rows,
          "a row's next entry is looked for as many entries further on as A has rows: it is "
          "as many as the section has"),
    ENTRY_RIVALS(jds),
    ROW_RIVALS(jds),
    {0},
};

/* --- cases -------------------------------------------------------------------------------- */

/* rows, cols, entries in a row on average. The power-law case has these flags besides. */
#define CASES(power_law)                                                                       \
    {"text", {4, 4, 0}, TEXT, "the text's matrix, with x = 1, 2, 3, 4", MEASURED | CHECKED, 0}, \
    {"even", {96, 96, 4}, EVEN, "all rows alike: no padding, no surplus, one section", 0, 0},  \
    {"wide", {40, 250, 3}, RAGGED, "more columns than rows", 0, 0},                            \
    {"high", {300, 40, 3}, RAGGED, "more rows than columns", 0, 0},                            \
    {"less", {255, 200, 3}, RAGGED, "a row less than a block", 0, 0},                          \
    {"block", {256, 200, 3}, EVEN, "exactly one block of rows", 0, 0},                         \
    {"more", {257, 200, 3}, RAGGED, "a second block with a single row", CHECKED, 0},           \
    {"one", {1, 1, 1}, EVEN, "a single entry", 0, 0},                                          \
    {"one-row", {1, 700, 700}, EVEN, "a single row, and a full one", 0, 0},                    \
    {"one-column", {700, 1, 1}, RAGGED, "all entries want the same x", 0, 0},                  \
    {"empty-first", {70, 60, 3}, EMPTY_FIRST, "the first rows are empty", 0, 0},               \
    {"empty-middle", {70, 60, 3}, EMPTY_MIDDLE, "rows in the middle are empty", CHECKED, 0},   \
    {"empty-last", {70, 60, 3}, EMPTY_LAST, "the last rows are empty", 0, 0},                  \
    {"full-row", {150, 900, 0}, FULL_ROW, "one row is full, the others are nearly empty", 0, 0}, \
    {"mostly-empty", {400, 100, 0}, FULL_ROW, "fewer entries than rows", 0, 0},                \
    {"two-lengths", {4, 5, 0}, TWO_LENGTHS, "a row with two entries, three with one", 0, 0},   \
    {"banded", {200, 200, 7}, BANDED, "neighbours of the diagonal", CHECKED | COUNTED, 0},     \
    {"laplace", {400, 400, 5}, LAPLACE, "five-point stencil on a 20 x 20 grid", MEASURED, 0},  \
    {"power-law", {1500, 1200, 6}, POWER_LAW, "most rows short, few very long", MEASURED | (power_law), 0}, \
    {"alike", {100, 90, 5}, ALIKE, "all values are 3", 0, 0},                                  \
    {"twice", {60, 50, 4}, TWICE, "two entries in every place", 0, 0},                         \
    {"stored-zeros", {80, 80, 4}, STORED_ZEROS, "an entry may be 0, and is no padding", 0, 0}, \
    {"many", {300007, 1000, 1}, EVEN, "more rows than a capped grid has threads", 0, 0},       \
    {"no-entries", {30, 20, 0}, EVEN, "all rows are empty: zeros", NO_KERNEL, 0},              \
    {"no-columns", {9, 0, 0}, EVEN, "no x at all: zeros", NO_KERNEL, 0},                       \
    {"no-rows", {0, 9, 0}, EVEN, "nothing to write, and no error left behind", 0, 0},          \
    {"nothing", {0, 0, 0}, EVEN, "nothing to do, and no error left behind", 0, 0},             \
    {"input", {0}, FROM_FILE, "the file that INPUT= names",                                    \
     FROM_INPUT | MEASURED | NO_KERNEL, 60}

static const struct test_case cases[] = {CASES(0), {0}};
static const struct test_case fast_cases[] = {CASES(COUNTED), {0}};
// clang-format on

/* --- the technique ------------------------------------------------------------------------ */

/* How many threads of a warp load together on average. */
static double lanes_of(const struct simt_counters *counters)
{
    return (double)counters->global_load.lanes / (double)counters->global_load.requests;
}

/* One thread for all loads alone; a warp for a row of 7 entries has 7 threads that load. */
static const char *technique_lanes(const struct trial *t, const struct simt_counters *counters)
{
    enum { LEAST = 4 };
    static char text[200];
    (void)t;
    if (lanes_of(counters) >= LEAST)
        return NULL;
    snprintf(text, sizeof text,
             "%.1f threads of a warp load together; where each has a row or an entry of its "
             "own, it is nearly all 32",
             lanes_of(counters));
    return text;
}

/* By a power law a thread a row stands alone where its row is long and the others' have ended:
 * 3 to 4 threads load together. With four threads a row it is 9 or 10. */
static const char *technique_balance(const struct trial *t,
                                     const struct simt_counters *counters)
{
    enum { LEAST = 6 };
    static char text[200];
    if (data_kind(t) != POWER_LAW || lanes_of(counters) >= LEAST)
        return technique_lanes(t, counters);
    snprintf(
        text, sizeof text,
        "%.1f threads of a warp load together: those with short rows wait for the one with "
        "a long row; where several threads share a long row, it is twice as many and more",
        lanes_of(counters));
    return text;
}

/* Of each sector that a warp reads, a thread a row uses all 8 words of the matrix, and most of
 * x's in a banded one; rows that lie `width` apart use 1. Two rows a thread still use 4. */
static const char *technique_ell(const struct trial *t, const struct simt_counters *counters)
{
    enum { WORDS_OF_SECTOR = 8, LEAST = 3 };
    static char text[256];
    const struct simt_global_traffic *load = &counters->global_load;
    double used = (double)load->bytes / 4 / (double)load->sectors;
    (void)t;
    if (used >= LEAST)
        return technique_lanes(t, counters);
    snprintf(
        text, sizeof text,
        "of each sector of %d neighbouring words that its loads move it uses %.1f, and a "
        "warp moves %.1f sectors a load; where neighbouring threads have neighbouring rows, "
        "they read neighbouring words, and use nearly all",
        WORDS_OF_SECTOR, used, (double)load->sectors / (double)load->requests);
    return text;
}

/* --- what the formats cost ---------------------------------------------------------------- */

static void report_y(const struct trial *t, FILE *out)
{
    const float *y = found(t, "y");
    fprintf(out, "         y =");
    for (size_t row = 0; row < size_of(t, "rows"); row++)
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
static void report_time(const struct trial *t, FILE *out)
{
    if (data_kind(t) == FROM_FILE)
        fprintf(out, "         %.3g ms\n", 1e3 * seconds_of(t));
}

static void report(const struct trial *t, FILE *out)
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

/* --- the lab ------------------------------------------------------------------------------ */

const struct task tasks[] = {
    {
        .name = "spmv_csr",
        .first_step = "TODO 1, a kernel with one thread a row, and its launch",
        .number_names = "rows cols mean",
        .cases = cases,
        .prepare = prepare_csr,
        .expect = expect_csr,
        .rivals = csr_rivals,
        .technique = technique_lanes,
        .report = report,
    },
    {
        .name = "spmv_ell",
        .first_step = "TODO 2, the same over a padded row that is stored column by column",
        .number_names = "rows cols mean",
        .cases = cases,
        .prepare = prepare_ell,
        .expect = expect_ell,
        .rivals = ell_rivals,
        .technique = technique_ell,
        .report = report_time,
    },
    {
        .name = "spmv_coo",
        .first_step = "TODO 3, one thread an entry, onto a y that was cleared",
        .number_names = "rows cols mean",
        .cases = cases,
        .prepare = prepare_coo,
        .expect = expect_coo,
        .rivals = coo_rivals,
        .technique = technique_lanes,
        .report = report_time,
    },
    {
        .name = "spmv_hybrid",
        .first_step = "TODO 4, the two kernels that you have, one after the other",
        .number_names = "rows cols mean",
        .cases = cases,
        .prepare = prepare_hybrid,
        .expect = expect_hybrid,
        .rivals = hybrid_rivals,
        .technique = technique_lanes,
        .report = report_time,
    },
    {
        .name = "spmv_jds",
        .first_step = "TODO 5, one launch a section of rows of equal length",
        .number_names = "rows cols mean",
        .cases = cases,
        .prepare = prepare_jds,
        .expect = expect_jds,
        .rivals = jds_rivals,
        .technique = technique_lanes,
        .report = report_time,
    },
    {
        .name = "spmv_fast",
        .first_step = "TODO 6 in stretch.cu, several threads a row",
        .number_names = "rows cols mean",
        .cases = fast_cases,
        .prepare = prepare_csr,
        .expect = expect_csr,
        .rivals = csr_rivals,
        .technique = technique_balance,
        .report = report_time,
        .stretch = true,
    },
    {0},
};
