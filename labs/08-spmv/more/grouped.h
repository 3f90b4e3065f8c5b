/* The functions of lab 08, more, and the format of their sparse matrices. struct csr is that of
 * the lab. Any size from 0 up is legal, rows may be empty; the outputs are overwritten, inputs
 * are not changed; an array may begin at any element of a larger one.
 */
#ifndef GROUPED_H
#define GROUPED_H

#include "../spmv.h"

/* Columns in groups. Group g has the columns from g * group_cols on. Tile t has the entries
 * from t * tile_entries on, in CSR's order, in which an entry has a place in its tile, counted
 * from 0. The entries of a group in a tile are a segment, which keeps CSR's order. All segments
 * of group 0 come first, in the order of the tiles, then those of group 1, and so on.
 *
 * group_cols and tile_entries are at least 1 and at most 65536, and so many floats find room in
 * the shared memory of a block; of more than 48 KB the launch has to be allowed to ask. The
 * last group and the last tile may be short. */
struct grouped {
    int rows, cols, nnz;
    int group_cols, groups;  /* cols / group_cols groups, rounded up */
    int tile_entries, tiles; /* nnz / tile_entries tiles, rounded up */
    const int *d_starts;     /* rows + 1: as CSR's */
    int *d_begins;           /* groups * tiles + 1, an int: segment g * tiles + t has the
                              * indices from d_begins[g * tiles + t] up to, but without, the
                              * next; the last is nnz */
    unsigned short *d_col;   /* nnz: the entry's column, counted from its group's first */
    unsigned short *d_place; /* nnz: its place in its tile */
    float *d_value;          /* nnz */
    float *d_product;        /* nnz: room for spmv_grouped, where anything may lie */
};

/* y = A x. Blocks bring x into shared memory group by group, and write all products to
 * d_product; then each tile's products are brought to their places in shared memory, and summed
 * up there row by row. Of d_product no more is read than was written. */
EXPORT void spmv_grouped(struct grouped a, const float *d_x, float *d_y);

/* Brings the entries of `a` into the order of `b`: fills d_begins, d_col, d_place and d_value.
 * The sizes in `b` are those of `a`, and its d_starts is a's. b.d_product is not used. */
EXPORT void csr_to_grouped(struct csr a, struct grouped b);

#endif
