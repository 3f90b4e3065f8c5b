/* What lab 09's references and mistakes have in common: right splits, merges and runs. */
#ifndef MERGING_H
#define MERGING_H

#include "lab.h"

struct pair {
    const int *a, *b;
    size_t m, n;
};

struct pair pair_of(const struct case_run *t);

/* Does the next element come from a, after i of a and j of b? Both are not used up. */
bool next_is_of_a(const struct pair *p, size_t i, size_t j, bool ties_to_b);

/* splits[k] is how many of the first k elements come from a; to be freed. */
size_t *all_splits(const struct pair *p, bool ties_to_b);

/* How many of the first `end` do, if `of_a` of the first k do: for those who need few of them.
 */
size_t next_split(const struct pair *p, size_t of_a, size_t k, size_t end);

/* Expects the answers to all questions. */
void expect_splits(struct case_run *t, bool ties_to_b);

/* Sorts each `width` keys. */
void expect_runs(struct case_run *t, size_t width);

/* All of them. */
void expect_sorted(struct case_run *t);

/* In ascending order. */
void sort_keys(int *keys, size_t n);

#endif
