/* Sparse matrices in the formats of spmv.h, there and back: see formats.h. */
#include "formats.h"

#include <stdio.h>
#include <stdlib.h>

/* --- lists of entries --------------------------------------------------------------------- */

struct sparse new_sparse(size_t rows, size_t cols)
{
    return (struct sparse){rows, cols, 0, 0, NULL};
}

void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    if (!memory) {
        fprintf(stderr, "judge: no memory for %zu elements of a matrix\n", count);
        exit(3);
    }
    return memory;
}

void add_entry(struct sparse *m, int row, int col, float value)
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

void free_sparse(struct sparse *m)
{
    free(m->entries);
    *m = new_sparse(0, 0);
}

int compare_entries(const void *one, const void *other)
{
    const struct entry *a = one, *b = other;
    if (a->row != b->row)
        return a->row < b->row ? -1 : 1;
    if (a->col != b->col)
        return a->col < b->col ? -1 : 1;
    return (a->value > b->value) - (a->value < b->value);
}

void sort_entries(struct sparse *m)
{
    if (m->nnz > 0)
        qsort(m->entries, m->nnz, sizeof *m->entries, compare_entries);
}

size_t *row_lengths(const struct sparse *m)
{
    size_t *lengths = allocate(m->rows, sizeof *lengths);
    for (size_t k = 0; k < m->nnz; k++)
        lengths[m->entries[k].row]++;
    return lengths;
}

size_t longest_row(const struct sparse *m)
{
    size_t *lengths = row_lengths(m), longest = 0;
    for (size_t row = 0; row < m->rows; row++)
        longest = lengths[row] > longest ? lengths[row] : longest;
    free(lengths);
    return longest;
}

/* --- to the formats ----------------------------------------------------------------------- */

void to_csr(const struct sparse *m, int *starts, int *col, float *value)
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

void to_ell(const struct sparse *m, size_t width, int *col, float *value,
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

void to_coo(const struct sparse *m, int *row, int *col, float *value)
{
    for (size_t k = 0; k < m->nnz; k++) {
        row[k] = m->entries[k].row;
        col[k] = m->entries[k].col;
        value[k] = m->entries[k].value;
    }
}

static int compare_rows(const void *one, const void *other)
{
    const struct sorted_row *a = one, *b = other;
    if (a->length != b->length)
        return a->length > b->length ? -1 : 1;
    return (a->row > b->row) - (a->row < b->row);
}

struct sorted_row *sorted_rows(const struct sparse *m)
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

size_t to_jds(const struct sparse *m, int *row, struct section *sections, int *col,
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

void from_csr(struct sparse *m, const int *starts, const int *col, const float *value)
{
    for (size_t row = 0; row < m->rows; row++)
        for (int k = starts[row]; k < starts[row + 1]; k++)
            add_entry(m, (int)row, col[k], value[k]);
}

void from_places(struct sparse *m, struct places p, const int *col, const float *value)
{
    for (size_t i = 0; i < p.rows; i++) {
        for (size_t k = 0; k < p.width; k++) {
            size_t at = i * p.row_step + k * p.place_step;
            if (col[at] != -1)
                add_entry(m, p.row ? p.row[i] : (int)i, col[at], value[at]);
        }
    }
}

void from_ell(struct sparse *m, size_t width, const int *col, const float *value)
{
    from_places(m, (struct places){m->rows, width, 1, m->rows, NULL}, col, value);
}

void from_coo(struct sparse *m, size_t nnz, const int *row, const int *col, const float *value)
{
    for (size_t k = 0; k < nnz; k++)
        add_entry(m, row[k], col[k], value[k]);
}

void from_jds(struct sparse *m, const int *row, const struct section *sections, size_t count,
              const int *col, const float *value)
{
    for (const struct section *s = sections; s < sections + count; s++) {
        size_t rows = (size_t)s->rows;
        from_places(m, (struct places){rows, (size_t)s->length, 1, rows, row + s->first_row},
                    col + s->first_entry, value + s->first_entry);
    }
}
