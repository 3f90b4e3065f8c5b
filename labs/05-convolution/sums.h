/* What lab 05's references and mistakes are made of: sums of neighbours, term by term. */
#ifndef SUMS_H
#define SUMS_H

#include "lab.h"

/* Where a sum stands: it adds a term to out[row][col] for each element [i][j] of the mask. A
 * list is a picture of one row, and its mask has one row, too. */
struct step {
    const struct case_run *mistaken; /* may end with the first element that was not found so */
    const void *in, *mask;
    enum type type;
    long width, height, mask_rows, mask_cols;
    long row, col, i, j;
    long tile;      /* for mistakes with tiles: how many rows and columns a block computes */
    double stray;   /* what an array has around it */
    double garbage; /* what an output holds before it is written */
    struct want out;
    double sum, magnitude; /* of the terms so far */
};

struct step first_step(const struct case_run *t, size_t tile);

/* False after the last term of the last sum that is wanted. */
bool next_step(struct step *s);

void add_term(struct step *s, double added);

/* Fills `out` with sums whose terms are that expression of the step `s`. */
#define SUM(term) SUM_IN_TILES(0, term)
#define SUM_IN_TILES(tile, term)                                                               \
    for (struct step step = first_step(t, tile), *s = &step; next_step(s);)                    \
    add_term(s, term)

/* All of them, of whatever task or mistake. */
#define SUM_OF_ALL(term)                                                                       \
    for (struct step step = first_step(t, 0), *s = (step.mistaken = NULL, &step);              \
         next_step(s);)                                                                        \
    add_term(s, term)

/* The row and the column that the mask's element lies on. */
long below(const struct step *s);
long across(const struct step *s);

/* 0 <= i < n */
bool is_in(long i, long n);
bool there(const struct step *s, long row, long col);

/* What lies at that place in memory, inside or outside of the input. */
double in_memory(const struct step *s, long at);

/* The element in that row and column, or the ghost's 0. */
double pixel(const struct step *s, long row, long col);

double mask_in_memory(const struct step *s, long at);
double weight(const struct step *s, long i, long j);
double right_term(const struct step *s);

#endif
