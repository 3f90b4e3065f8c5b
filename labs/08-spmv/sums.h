/* What lab 08's references and mistakes are made of: the matrix as it is read from what a case
 * handed out, rightly or not, and y as the sum of its entries' products. */
#ifndef SUMS_H
#define SUMS_H

#include "formats.h"
#include "lab.h"

/* --- the matrix again --------------------------------------------------------------------- */

struct sparse empty_matrix(const struct case_run *t);
struct sparse read_csr(const struct case_run *t);
struct sparse read_ell(const struct case_run *t);
struct sparse read_coo(const struct case_run *t);
struct sparse
read_rest(const struct case_run *t); /* of a hybrid: what the ELL part has no room for */
struct sparse read_hybrid(const struct case_run *t);
struct sparse read_jds(const struct case_run *t);

/* Where rows begin among the entries that the judge has; to be freed. */
int *starts_of(const struct case_run *t);

/* What a JDS matrix says of the rows that the judge has; to be freed. */
int *rows_of_jds(const struct case_run *t);
struct section *sections_of(const struct case_run *t);

/* As read_jds(), but row i of the sorted order is row[i]. */
struct sparse read_jds_by(const struct case_run *t, const int *row,
                          const struct section *sections);

/* --- y ------------------------------------------------------------------------------------ */

enum { GUARD = 256 }; /* floats on either side of x: NaN */

struct sums {
    struct want y;
    const float *x;
    size_t rows, cols, *terms; /* terms: how many each row has */
    int64_t more;              /* columns that the student's function has in the middle of x */
    bool *rounded;             /* rows with a product that is no whole number */
    bool senseless;            /* a mistake that reads or writes who knows where */
};

struct sums new_sums(struct case_run *t);

/* Beyond x's ends a mistake finds NaNs for a while. */
double x_at(struct sums *s, int64_t col);

void add_term(struct sums *s, struct entry e);

/* Makes the bounds of the terms' magnitudes, and frees. */
void finish_sums(struct case_run *t, struct sums *s);

/* --- entry by entry ----------------------------------------------------------------------- */

/* An entry, as a mistake meets it. */
struct step {
    struct entry entry;
    size_t index;         /* in the arrays */
    size_t place, length; /* in its row, and that row's */
    struct case_run *t;
    struct sparse matrix;
    struct sums sums;
    size_t next, *lengths, *seen;
};

struct step first_step(struct case_run *t, struct sparse matrix);

/* False after the last entry, when y is done and the matrix is freed. */
bool next_step(struct step *s);

/* Fills y with the sums of the matrix, each entry `s` as `change` leaves it: an expression that
 * may change s->entry, and is false where the entry is left out. */
#define SUM(matrix, change)                                                                    \
    for (struct step step = first_step(t, matrix), *s = &step; next_step(s);)                  \
        if (change) {                                                                          \
            add_term(&s->sums, s->entry);                                                      \
        }

#define SUM_OF(matrix) SUM(matrix, true)

#endif
