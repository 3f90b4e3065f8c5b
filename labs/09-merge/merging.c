/* Splits, merges and runs that are right: see merging.h. */
#include "merging.h"

#include <stdlib.h>
#include <string.h>

int ascending(const void *left, const void *right)
{
    int a = *(const int *)left, b = *(const int *)right;
    return (a > b) - (a < b);
}

struct pair pair_of(const struct case_run *t)
{
    return (struct pair){given(t, "a"), given(t, "b"), count_of(t, "m"), count_of(t, "n")};
}

bool next_is_of_a(const struct pair *p, size_t i, size_t j, bool ties_to_b)
{
    if (i == p->m || j == p->n)
        return j == p->n;
    return ties_to_b ? p->a[i] < p->b[j] : p->a[i] <= p->b[j];
}

size_t *all_splits(const struct pair *p, bool ties_to_b)
{
    size_t *splits = calloc(p->m + p->n + 1, sizeof *splits);
    for (size_t k = 0; splits && k < p->m + p->n; k++)
        splits[k + 1] = splits[k] + next_is_of_a(p, splits[k], k - splits[k], ties_to_b);
    return splits;
}

void expect_splits(struct case_run *t, bool ties_to_b)
{
    struct pair p = pair_of(t);
    const int *k = given(t, "k");
    int64_t *i = want(t, "i").exact;
    size_t *splits = all_splits(&p, ties_to_b);
    for (size_t q = 0, count = count_of(t, "count"); splits && q < count; q++)
        i[q] = (int64_t)splits[k[q]];
    free(splits);
}

void expect_runs(struct case_run *t, size_t width)
{
    size_t n = count_of(t, "n");
    int64_t *exact = want(t, "keys").exact;
    int *keys = malloc(n * sizeof *keys + 1);
    if (!keys)
        return;
    memcpy(keys, given(t, "keys"), n * sizeof *keys);
    for (size_t first = 0; first < n; first += width)
        qsort(keys + first, n - first < width ? n - first : width, sizeof *keys, ascending);
    for (size_t i = 0; i < n; i++)
        exact[i] = keys[i];
    free(keys);
}

void expect_sorted(struct case_run *t)
{
    size_t n = count_of(t, "n");
    expect_runs(t, n ? n : 1);
}
