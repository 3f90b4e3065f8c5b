/* Where the matrix of a case comes from, on the judge's side of lab 08: it is drawn from the
 * seed (matrices.c) or read from a file (matrix_market.c). */
#ifndef MATRICES_H
#define MATRICES_H

#include "formats.h"
#include "lab.h"

enum structure {
    TEXT = LAB_DATA, /* the matrix of the text */
    EVEN,            /* all rows alike; COO entries are in order */
    RAGGED,          /* rows of 0 to twice the mean */
    BANDED,          /* neighbours of the diagonal */
    LAPLACE,         /* the five-point stencil on a square grid */
    POWER_LAW,       /* most rows short, few very long */
    FULL_ROW,        /* one full row, the others with one entry or none; whole numbers */
    LONG_ROWS,       /* as EVEN, whole numbers */
    EDGES,           /* 15, 16, 17, 31, 32, 33, 63, ... entries; whole numbers */
    TRIANGLE,        /* a row has as many entries as there are rows before it */
    TWO_LENGTHS,     /* one row with two entries, the others with one */
    EMPTY_FIRST,
    EMPTY_HALF, /* the first half of the rows, so that more of such may follow them */
    EMPTY_MIDDLE,
    EMPTY_LAST,
    ALIKE,        /* all values 3, in A and x */
    TWICE,        /* every place has two entries */
    STORED_ZEROS, /* entries of value 0 */
    FROM_FILE,    /* the one that INPUT= names */
};

/* By the case's structure and its numbers `rows`, `cols` and `mean`; row by row. */
struct sparse generated_matrix(struct case_run *t);

/* A value of A or of x. */
float drawn_value(struct case_run *t);

/* The value of a place of ELL that has no entry: in most cases it is no number. */
float padding_of(const struct case_run *t);

/* The matrix in the file that INPUT= names, or a line to the user, and exit 2. */
struct sparse read_matrix_market(void);

#endif
