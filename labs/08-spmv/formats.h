/* Sparse matrices on the judge's side of lab 08: the formats of spmv.h, there and back.
 *
 * - struct sparse: entries in a list, each with its place; what the others are made from
 * - to_csr() ... to_jds(): from a list in the order of sort_entries() to a format's arrays
 * - from_csr() ... from_jds(): from a format's arrays to a list, in the order of the arrays
 *
 * grader/selftest/formats.c tests them.
 */
#ifndef FORMATS_H
#define FORMATS_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct entry {
    int row, col;
    float value;
};

struct sparse {
    size_t rows, cols, nnz, room;
    struct entry *entries; /* nnz, with room for more */
};

/* As in spmv.h, which is for programs with CUDA only. */
struct section {
    int first_row, rows, length, first_entry;
};

/* --- lists of entries --------------------------------------------------------------------- */

static struct sparse new_sparse(size_t rows, size_t cols)
{
    return (struct sparse){rows, cols, 0, 0, NULL};
}

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory) {
        fprintf(stderr, "judge: no memory for %zu elements of a matrix\n", count);
        exit(3);
    }
    return memory;
}

static void add_entry(struct sparse *m, int row, int col, float value)
{
    if (m->nnz == m->room) {
        m->room = 2 * m->room + 64;
        m->entries = realloc(m->entries, m->room * sizeof *m->entries);
        if (!m->entries) {
            fprintf(stderr, "judge: no memory for %zu entries of a matrix\n", m->room);
            exit(3);
        }
    }
    m->entries[m->nnz++] = (struct entry){row, col, value};
}

static void free_sparse(struct sparse *m)
{
    free(m->entries);
    *m = new_sparse(0, 0);
}

static int compare_entries(const void *one, const void *other)
{
    const struct entry *a = one, *b = other;
    if (a->row != b->row)
        return a->row < b->row ? -1 : 1;
    if (a->col != b->col)
        return a->col < b->col ? -1 : 1;
    return (a->value > b->value) - (a->value < b->value);
}

/* By rows, within them by columns, and entries of one place by value. */
static void sort_entries(struct sparse *m)
{
    if (m->nnz > 0)
        qsort(m->entries, m->nnz, sizeof *m->entries, compare_entries);
}

/* How many entries each row has; to be freed. */
static size_t *row_lengths(const struct sparse *m)
{
    size_t *lengths = allocate(m->rows, sizeof *lengths);
    for (size_t k = 0; k < m->nnz; k++)
        lengths[m->entries[k].row]++;
    return lengths;
}

static size_t longest_row(const struct sparse *m)
{
    size_t *lengths = row_lengths(m), longest = 0;
    for (size_t row = 0; row < m->rows; row++)
        longest = lengths[row] > longest ? lengths[row] : longest;
    free(lengths);
    return longest;
}

/* --- to the formats ----------------------------------------------------------------------- */

/* starts: rows + 1, col and value: nnz. */
static void to_csr(const struct sparse *m, int *starts, int *col, float *value)
{
    size_t k = 0;
    for (size_t row = 0; row < m->rows; row++) {
        starts[row] = (int)k;
        for (; k < m->nnz && (size_t)m->entries[k].row == row; k++) {
            col[k] = m->entries[k].col;
            value[k] = m->entries[k].value;
        }
    }
    starts[m->rows] = (int)k;
}

/* col and value: rows * width. What finds no room in its row is added to `surplus`, which may
 * be NULL if there is no such. The values of the padding stay as they are. */
static void to_ell(const struct sparse *m, size_t width, int *col, float *value,
                   struct sparse *surplus)
{
    for (size_t i = 0; i < m->rows * width; i++)
        col[i] = -1;
    for (size_t k = 0, start = 0; k < m->nnz; k++) {
        struct entry e = m->entries[k];
        start = e.row == m->entries[start].row ? start : k;
        size_t at = (k - start) * m->rows + (size_t)e.row;
        if (k - start >= width) {
            add_entry(surplus, e.row, e.col, e.value);
            continue;
        }
        col[at] = e.col;
        value[at] = e.value;
    }
}

/* row, col and value: nnz. */
static void to_coo(const struct sparse *m, int *row, int *col, float *value)
{
    for (size_t k = 0; k < m->nnz; k++) {
        row[k] = m->entries[k].row;
        col[k] = m->entries[k].col;
        value[k] = m->entries[k].value;
    }
}

/* A row, and where its entries begin in the list. */
struct sorted_row {
    size_t row, length, start;
};

static int compare_rows(const void *one, const void *other)
{
    const struct sorted_row *a = one, *b = other;
    if (a->length != b->length)
        return a->length > b->length ? -1 : 1;
    return (a->row > b->row) - (a->row < b->row);
}

/* Longest first, rows of equal length in their order; to be freed. */
static struct sorted_row *sorted_rows(const struct sparse *m)
{
    struct sorted_row *sorted = allocate(m->rows, sizeof *sorted);
    size_t *lengths = row_lengths(m), start = 0;
    for (size_t row = 0; row < m->rows; start += lengths[row++])
        sorted[row] = (struct sorted_row){row, lengths[row], start};
    qsort(sorted, m->rows, sizeof *sorted, compare_rows);
    free(lengths);
    return sorted;
}

/* Stores a section's entries column by column. */
static void store_section(const struct sparse *m, const struct sorted_row *rows,
                          struct section s, int *col, float *value)
{
    for (int i = 0; i < s.rows; i++) {
        for (int k = 0; k < s.length; k++) {
            const struct entry *e = &m->entries[rows[i].start + (size_t)k];
            size_t at = (size_t)s.first_entry + (size_t)k * (size_t)s.rows + (size_t)i;
            col[at] = e->col;
            value[at] = e->value;
        }
    }
}

/* row: rows, col and value: nnz; sections has room for one a row. Returns their number. */
static size_t to_jds(const struct sparse *m, int *row, struct section *sections, int *col,
                     float *value)
{
    struct sorted_row *sorted = sorted_rows(m);
    size_t count = 0, first_entry = 0;
    for (size_t first = 0, next; first < m->rows; first = next) {
        for (next = first; next < m->rows && sorted[next].length == sorted[first].length;
             next++)
            row[next] = (int)sorted[next].row;
        struct section s = {(int)first, (int)(next - first), (int)sorted[first].length,
                            (int)first_entry};
        store_section(m, sorted + first, s, col, value);
        sections[count++] = s;
        first_entry += (next - first) * sorted[first].length;
    }
    free(sorted);
    return count;
}

/* --- and back ----------------------------------------------------------------------------- */

/* All add to the list; m->rows and m->cols are those of the matrix. */

static void from_csr(struct sparse *m, const int *starts, const int *col, const float *value)
{
    for (size_t row = 0; row < m->rows; row++)
        for (int k = starts[row]; k < starts[row + 1]; k++)
            add_entry(m, (int)row, col[k], value[k]);
}

/* Rows of equal room: place k of row i is at i * row_step + k * place_step. */
struct places {
    size_t rows, width, row_step, place_step;
    const int *row; /* which row of the matrix row i is; NULL for row i */
};

/* Padding, where the column is -1, is left out. */
static void from_places(struct sparse *m, struct places p, const int *col, const float *value)
{
    for (size_t i = 0; i < p.rows; i++) {
        for (size_t k = 0; k < p.width; k++) {
            size_t at = i * p.row_step + k * p.place_step;
            if (col[at] != -1)
                add_entry(m, p.row ? p.row[i] : (int)i, col[at], value[at]);
        }
    }
}

static void from_ell(struct sparse *m, size_t width, const int *col, const float *value)
{
    from_places(m, (struct places){m->rows, width, 1, m->rows, NULL}, col, value);
}

static void from_coo(struct sparse *m, size_t nnz, const int *row, const int *col,
                     const float *value)
{
    for (size_t k = 0; k < nnz; k++)
        add_entry(m, row[k], col[k], value[k]);
}

static void from_jds(struct sparse *m, const int *row, const struct section *sections,
                     size_t count, const int *col, const float *value)
{
    for (const struct section *s = sections; s < sections + count; s++) {
        size_t rows = (size_t)s->rows;
        from_places(m, (struct places){rows, (size_t)s->length, 1, rows, row + s->first_row},
                    col + s->first_entry, value + s->first_entry);
    }
}

#endif
