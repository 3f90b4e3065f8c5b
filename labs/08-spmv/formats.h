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

struct sparse new_sparse(size_t rows, size_t cols);
void *allocate(size_t count, size_t size); /* zeros, or the judge ends; to be freed */
void add_entry(struct sparse *m, int row, int col, float value);
void free_sparse(struct sparse *m);

int compare_entries(const void *one, const void *other);

/* By rows, within them by columns, and entries of one place by value. */
void sort_entries(struct sparse *m);

/* How many entries each row has; to be freed. */
size_t *row_lengths(const struct sparse *m);
size_t longest_row(const struct sparse *m);

/* --- to the formats ----------------------------------------------------------------------- */

/* starts: rows + 1, col and value: nnz. */
void to_csr(const struct sparse *m, int *starts, int *col, float *value);

/* col and value: rows * width. What finds no room in its row is added to `surplus`, which may
 * be NULL if there is no such. The values of the padding stay as they are. */
void to_ell(const struct sparse *m, size_t width, int *col, float *value,
            struct sparse *surplus);

/* row, col and value: nnz. */
void to_coo(const struct sparse *m, int *row, int *col, float *value);

/* A row, and where its entries begin in the list. */
struct sorted_row {
    size_t row, length, start;
};

/* Longest first, rows of equal length in their order; to be freed. */
struct sorted_row *sorted_rows(const struct sparse *m);

/* row: rows, col and value: nnz; sections has room for one a row. Returns their number. */
size_t to_jds(const struct sparse *m, int *row, struct section *sections, int *col,
              float *value);

/* --- and back ----------------------------------------------------------------------------- */

/* All add to the list; m->rows and m->cols are those of the matrix. */

void from_csr(struct sparse *m, const int *starts, const int *col, const float *value);

/* Rows of equal room: place k of row i is at i * row_step + k * place_step. */
struct places {
    size_t rows, width, row_step, place_step;
    const int *row; /* which row of the matrix row i is; NULL for row i */
};

/* Padding, where the column is -1, is left out. */
void from_places(struct sparse *m, struct places p, const int *col, const float *value);
void from_ell(struct sparse *m, size_t width, const int *col, const float *value);
void from_coo(struct sparse *m, size_t nnz, const int *row, const int *col, const float *value);
void from_jds(struct sparse *m, const int *row, const struct section *sections, size_t count,
              const int *col, const float *value);

#endif
