/* Reads a sparse matrix from the file that INPUT= names, in the Matrix Market format:
 * https://math.nist.gov/MatrixMarket/formats.html. What is wrong with a file is said in a line.
 */
#define _GNU_SOURCE
#include "lab.h"
#include "matrices.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum {
    MOST_OF_INPUT = 1 << 25, /* rows, columns, and entries in the file */
    MOST_OF_LINE = 1024,     /* the format's own limit */
};

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

struct sparse read_matrix_market(void)
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
