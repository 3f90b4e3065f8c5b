/* Matrices on the judge's side of lab 08, more: CSR and the format of grouped.h, and the
 * references of both tasks, which mistakes share. */
#ifndef MATRICES_H
#define MATRICES_H

#include "lab.h"

/* --- CSR ---------------------------------------------------------------------------------- */

struct csr {
    size_t rows, nnz, room; /* nnz entries, with room for more */
    int *starts, *col;
    float *value;
};

struct csr new_csr(size_t rows);
void add_entry(struct csr *m, int col, float value);
void free_csr(struct csr *m);

/* --- columns in groups -------------------------------------------------------------------- */

struct grouped {
    size_t segments;
    int *begins;
    uint16_t *col, *place;
    float *value;
};

/* What a wrong conversion takes for another. */
enum conversion {
    RIGHT,
    TILES_FIRST,    /* the segments of a tile are neighbours, and not those of a group */
    COL_OF_MATRIX,  /* columns are not counted from their group's first */
    PLACE_IN_ARRAY, /* places are not counted from their tile's first entry */
    ENDS,           /* begins[s] is where segment s ends */
};

/* By the sizes of the case. */
struct grouped to_grouped(const struct case_run *t, const struct csr *m, enum conversion how);
void free_grouped(struct grouped *g);

/* --- references --------------------------------------------------------------------------- */

/* An entry as spmv_grouped finds it. Its `col` counts from the first column of `group`, its
 * `place` from the first entry of `tile`, and `before` is how many entries of the tile the
 * groups before it, and its own segment, have before it. */
struct step {
    size_t group, tile, col, place, before;
    float value;
};

/* Fills y with the sums of the products, each entry as `change` leaves it. */
void expect_sums(struct case_run *t, void (*change)(struct step *));

/* Fills the outputs of csr_to_grouped. */
void expect_grouped(struct case_run *t, enum conversion how);

#endif
