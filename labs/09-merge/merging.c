/* Splits, merges and runs that are right: see merging.h. */
#include "merging.h"

#include <stdlib.h>
#include <string.h>

static int ascending(const void *left, const void *right)
{
    int a = *(const int *)left, b = *(const int *)right;
    return (a > b) - (a < b);
}

/* The byte of a key at that bit, in the order of keys: the smallest int has the smallest bytes.
 */
static unsigned byte_of(int key, unsigned bit)
{
    return ((unsigned)key ^ 0x80000000u) >> bit & 255;
}

static void sort_by_byte(const int *from, int *to, size_t n, unsigned bit)
{
    size_t starts[257] = {0};
    for (size_t i = 0; i < n; i++)
        starts[byte_of(from[i], bit) + 1]++;
    for (int byte = 0; byte < 256; byte++)
        starts[byte + 1] += starts[byte];
    for (size_t i = 0; i < n; i++)
        to[starts[byte_of(from[i], bit)]++] = from[i];
}

static bool are_sorted(const int *keys, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (keys[i - 1] > keys[i])
            return false;
    return true;
}

void sort_keys(int *keys, size_t n)
{
    if (are_sorted(keys, n))
        return;
    const size_t few = 256; /* for which tables of all bytes do not pay */
    int *other = n < few ? NULL : malloc(n * sizeof *other);
    if (!other) {
        qsort(keys, n, sizeof *keys, ascending);
        return;
    }
    for (unsigned bit = 0; bit < 32; bit += 16) {
        sort_by_byte(keys, other, n, bit);
        sort_by_byte(other, keys, n, bit + 8);
    }
    free(other);
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

size_t next_split(const struct pair *p, size_t of_a, size_t k, size_t end)
{
    for (; k < end; k++)
        of_a += next_is_of_a(p, of_a, k - of_a, false);
    return of_a;
}

/* So many zeros lie between the negative keys and the positive ones, which are half of either
 * array each. */
struct zeros {
    int64_t of_a, of_b;
};

/* How many of the first k come from a: of the zeros those of a come first. */
static int64_t split_among_zeros(const struct pair *p, const size_t *splits, struct zeros zeros,
                                 int64_t k)
{
    int64_t of_b = (int64_t)p->n / 2, negative = (int64_t)p->m / 2 + of_b;
    int64_t all = zeros.of_a + zeros.of_b;
    if (all == 0 || k <= negative)
        return (int64_t)splits[k];
    if (k <= negative + zeros.of_a)
        return k - of_b;
    return k <= negative + all ? (int64_t)p->m / 2 + zeros.of_a
                               : (int64_t)splits[k - all] + zeros.of_a;
}

static struct zeros zeros_of(const struct case_run *t)
{
    return (struct zeros){widened(t, "m") - number(t, "m"), widened(t, "n") - number(t, "n")};
}

void expect_splits(struct case_run *t, bool ties_to_b)
{
    struct pair p = pair_of(t);
    const int *k = given(t, "k");
    int64_t *i = want(t, "i").exact;
    size_t *splits = all_splits(&p, ties_to_b);
    for (size_t q = 0, count = count_of(t, "count"); splits && q < count; q++)
        i[q] = split_among_zeros(&p, splits, zeros_of(t), k[q]);
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
        sort_keys(keys + first, n - first < width ? n - first : width);
    for (size_t i = 0; i < n; i++)
        exact[i] = keys[i];
    free(keys);
}

void expect_sorted(struct case_run *t)
{
    size_t n = count_of(t, "n");
    expect_runs(t, n ? n : 1);
}
