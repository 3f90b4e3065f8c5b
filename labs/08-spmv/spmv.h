/* The functions of lab 08, and the formats of their sparse matrices.
 *
 * All compute y = A x: y[i] is the sum of A's entries in row i, each times the x of its column.
 * An entry is a row, a column and a value; whatever has no entry is 0, and an empty sum is 0.
 *
 * d_ marks a device pointer, which host code may hold and pass on but not dereference. Indices
 * count from 0. A has `rows` rows and `cols` columns, d_x has `cols` elements and d_y `rows`. A
 * need not be square, any size from 0 up is legal, rows may be empty. d_y is overwritten,
 * whatever it held; inputs are not changed. An array may begin at any element of a larger one.
 */
#ifndef SPMV_H
#define SPMV_H

#include "kernel.h"

/* Compressed sparse rows: the entries row by row. Those of row i have the indices from
 * d_starts[i] up to, but without, d_starts[i + 1]; for an empty row the two are equal. */
struct csr {
    int rows, cols, nnz;
    const int *d_starts;  /* rows + 1: d_starts[0] is 0, d_starts[rows] is nnz */
    const int *d_col;     /* nnz: the entry's column */
    const float *d_value; /* nnz */
};

/* Every row takes as much room as the longest, `width` places, and the matrix is stored column
 * by column of that room: place k of row i has the index k * rows + i, which may exceed 32
 * bits. A row's entries are in its first places. The rest is padding: there d_col is -1, and
 * d_value is undefined. */
struct ell {
    int rows, cols, nnz, width;
    const int *d_col;     /* rows * width: the entry's column, or -1 for padding */
    const float *d_value; /* rows * width */
};

/* Coordinates: every entry with its row and its column, in any order. A place may have several
 * entries, which add. */
struct coo {
    int rows, cols, nnz;
    const int *d_row;     /* nnz */
    const int *d_col;     /* nnz */
    const float *d_value; /* nnz */
};

/* Neighbouring rows of the sorted order of a struct jds, all with `length` entries. Stored
 * column by column: entry k of the section's row i has the index first_entry + k * rows + i. */
struct section {
    int first_row;   /* in the sorted order */
    int rows;        /* how many, at least 1 */
    int length;      /* entries of each; 0 for empty rows, which are a section, too */
    int first_entry; /* the index of the section's first entry */
};

/* Jagged diagonals: the rows sorted by length, longest first, so that rows of equal length are
 * neighbours and nothing needs padding. */
struct jds {
    int rows, cols, nnz;
    int section_count;              /* the sections hold every row once */
    const struct section *sections; /* section_count, in the order of the rows: HOST memory */
    const int *d_row;               /* rows: which row of A row i of the sorted order is */
    const int *d_col;               /* nnz: the entry's column */
    const float *d_value;           /* nnz */
};

/* One thread a row. */
EXPORT void spmv_csr(struct csr a, const float *d_x, float *d_y);

/* One thread a row; in each step neighbouring threads read neighbouring words of the matrix. */
EXPORT void spmv_ell(struct ell a, const float *d_x, float *d_y);

/* One thread an entry. */
EXPORT void spmv_coo(struct coo a, const float *d_x, float *d_y);

/* y = (a + rest) x: `a` has the first entries of each row, `rest` the long rows' surplus. Both
 * are of the same shape; either may have no entry. One thread a row of `a`, and one an entry of
 * `rest`: many blocks share a long surplus. */
EXPORT void spmv_hybrid(struct ell a, struct coo rest, const float *d_x, float *d_y);

/* One thread a row, one launch a section. */
EXPORT void spmv_jds(struct jds a, const float *d_x, float *d_y);

/* As spmv_csr, as fast as you can, both where all rows are alike and where few are long. */
EXPORT void spmv_fast(struct csr a, const float *d_x, float *d_y);

#endif
