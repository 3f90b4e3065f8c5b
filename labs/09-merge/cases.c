/* The judge's side of lab 09: sorted keys, splits, merges, mistakes and cases. */
#include "lab.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* --- keys --------------------------------------------------------------------------------- */

enum {
    ANY_INT = LAB_DATA, /* from the smallest to the largest int, both there */
    EXTREMES,           /* nothing but these two */
    FEW_KEYS,           /* 0 to 3 */
    A_FIRST,            /* all of a before all of b */
    B_FIRST,            /* the reverse */
    ALTERNATING,        /* a key of a, a key of b, a key of a, ... */
    STRETCHES,          /* 137 keys of a, 251 of b, 137 of a, ... */
    DESCENDING,
};

static int drawn_key(struct trial *t, size_t i, bool is_b, int otherwise)
{
    switch (data_kind(t)) {
    case ANY_INT:
        return i == 0 ? INT_MIN : i == 1 ? INT_MAX : (int)(uint32_t)random_bits(t);
    case EXTREMES:
        return random_bits(t) & 1 << 20 ? INT_MIN : INT_MAX;
    case FEW_KEYS:
        return (int)random_between(t, 0, 3);
    case A_FIRST:
    case B_FIRST:
        return (int)random_between(t, 0, 999) - (is_b == (data_kind(t) == B_FIRST) ? 1000 : 0);
    case ALTERNATING:
        return (int)(2 * i + is_b);
    case STRETCHES:
        return (int)(is_b ? i / 251 * 1000 + 500 + i % 251 : i / 137 * 1000 + i % 137);
    case DESCENDING:
        return -(int)i;
    default: /* one of the judge's kinds, which has filled it already */
        return otherwise;
    }
}

static void draw_keys(struct trial *t, int *keys, size_t n, bool is_b)
{
    for (size_t i = 0; i < n; i++)
        keys[i] = drawn_key(t, i, is_b, keys[i]);
}

static int ascending(const void *left, const void *right)
{
    int a = *(const int *)left, b = *(const int *)right;
    return (a > b) - (a < b);
}

static int *add_sorted(struct trial *t, const char *name, size_t n)
{
    int *keys = add_input(t, name, INT32, list(n));
    draw_keys(t, keys, n, *name == 'b');
    qsort(keys, n, sizeof *keys, ascending);
    return keys;
}

static void prepare_merge(struct trial *t)
{
    size_t m = (size_t)number(t, "m"), n = (size_t)number(t, "n");
    add_sorted(t, "a", m);
    add_sorted(t, "b", n);
    add_output(t, "c", INT32, list(m + n));
}

/* As many questions as there are answers: each k in turn. Otherwise any, in any order. */
static void prepare_co_ranks(struct trial *t)
{
    size_t m = (size_t)number(t, "m"), n = (size_t)number(t, "n");
    size_t count = (size_t)number(t, "count");
    add_sorted(t, "a", m);
    add_sorted(t, "b", n);
    int *k = add_input(t, "k", INT32, list(count));
    for (size_t i = 0; i < count; i++)
        k[i] = count == m + n + 1 ? (int)i : (int)random_between(t, 0, (int64_t)(m + n));
    add_output(t, "i", INT32, list(count));
}

static void prepare_sort(struct trial *t)
{
    size_t n = (size_t)number(t, "n");
    draw_keys(t, add_in_out(t, "keys", INT32, list(n)), n, false);
}

/* --- merging ------------------------------------------------------------------------------ */

struct pair {
    const int *a, *b;
    size_t m, n;
};

static struct pair pair_of(const struct trial *t)
{
    return (struct pair){given(t, "a"), given(t, "b"), (size_t)number(t, "m"),
                         (size_t)number(t, "n")};
}

/* Does the next element come from a, after i of a and j of b? Both are not used up. */
static bool next_is_of_a(const struct pair *p, size_t i, size_t j, bool ties_to_b)
{
    if (i == p->m || j == p->n)
        return j == p->n;
    return ties_to_b ? p->a[i] < p->b[j] : p->a[i] <= p->b[j];
}

/* splits[k] is how many of the first k elements come from a; to be freed. */
static size_t *all_splits(const struct pair *p, bool ties_to_b)
{
    size_t *splits = calloc(p->m + p->n + 1, sizeof *splits);
    for (size_t k = 0; splits && k < p->m + p->n; k++)
        splits[k + 1] = splits[k] + next_is_of_a(p, splits[k], k - splits[k], ties_to_b);
    return splits;
}

static void expect_splits(struct trial *t, bool ties_to_b)
{
    struct pair p = pair_of(t);
    const int *k = given(t, "k");
    int64_t *i = want(t, "i").exact;
    size_t *splits = all_splits(&p, ties_to_b);
    for (size_t q = 0, count = (size_t)number(t, "count"); splits && q < count; q++)
        i[q] = (int64_t)splits[k[q]];
    free(splits);
}

static void expect_co_ranks(struct trial *t)
{
    expect_splits(t, false);
}

static void expect_merge(struct trial *t)
{
    struct pair p = pair_of(t);
    int64_t *c = want(t, "c").exact;
    for (size_t i = 0, j = 0; i + j < p.m + p.n;) {
        bool of_a = next_is_of_a(&p, i, j, false);
        c[i + j] = of_a ? p.a[i] : p.b[j];
        i += of_a;
        j += !of_a;
    }
}

/* Sorts each `width` keys. */
static void expect_runs(struct trial *t, size_t width)
{
    size_t n = (size_t)number(t, "n");
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

static void expect_sorted(struct trial *t)
{
    size_t n = (size_t)number(t, "n");
    expect_runs(t, n ? n : 1);
}

/* --- mistakes with splits ----------------------------------------------------------------- */

static void ties_to_b(struct trial *t)
{
    expect_splits(t, true);
}

static void split_of_b(struct trial *t)
{
    const int *k = given(t, "k");
    int64_t *i = want(t, "i").exact;
    expect_co_ranks(t);
    for (size_t q = 0, count = (size_t)number(t, "count"); q < count; q++)
        i[q] = k[q] - i[q];
}

/* The search compares a's element i with b's element k - i: one too far. */
static void one_too_far_in_b(struct trial *t)
{
    struct pair p = pair_of(t);
    const int *k = given(t, "k"), *around = given(t, "i");
    int64_t *splits = want(t, "i").exact;
    for (size_t q = 0, count = (size_t)number(t, "count"); q < count; q++) {
        int64_t low = k[q] > (int64_t)p.n ? k[q] - (int64_t)p.n : 0;
        int64_t high = k[q] < (int64_t)p.m ? k[q] : (int64_t)p.m;
        while (low < high) {
            int64_t i = low + (high - low) / 2, j = k[q] - i;
            if (p.a[i] <= (j < (int64_t)p.n ? p.b[j] : *around))
                low = i + 1;
            else
                high = i;
        }
        splits[q] = low;
    }
}

/* The search gives up the middle, too, which may be what it looks for. */
static void below_the_middle(struct trial *t)
{
    struct pair p = pair_of(t);
    const int *k = given(t, "k");
    int64_t *splits = want(t, "i").exact;
    for (size_t q = 0, count = (size_t)number(t, "count"); q < count; q++) {
        int64_t low = k[q] > (int64_t)p.n ? k[q] - (int64_t)p.n : 0;
        int64_t high = k[q] < (int64_t)p.m ? k[q] : (int64_t)p.m;
        while (low < high) {
            int64_t i = low + (high - low) / 2;
            if (p.a[i] <= p.b[k[q] - 1 - i])
                low = i + 1;
            else
                high = i - 1;
        }
        splits[q] = low;
    }
}

/* Of the question's number, not of the k that it has. */
static void split_of_the_number(struct trial *t)
{
    struct pair p = pair_of(t);
    size_t count = (size_t)number(t, "count"), *splits = all_splits(&p, false);
    for (size_t q = 0; splits && q < count; q++)
        want(t, "i").exact[q] = q <= p.m + p.n ? (int64_t)splits[q] : -1;
    free(splits);
}

/* Says of a wrong split, i of a and k - i of b, whether it is wrong in some way. */
typedef bool split_test(const struct pair *p, int64_t i, int64_t k);

/* Right splits, but for the wrong ones that were found and are wrong in that way. */
static void expect_wrong_splits(struct trial *t, split_test *is_so)
{
    struct pair p = pair_of(t);
    const int *k = given(t, "k"), *values = found(t, "i");
    int64_t *i = want(t, "i").exact;
    expect_co_ranks(t);
    for (size_t q = 0, count = (size_t)number(t, "count"); q < count; q++)
        if (is_so(&p, values[q], k[q]))
            i[q] = values[q];
}

static bool exceeds_a(const struct pair *p, int64_t i, int64_t k)
{
    return i > k || i > (int64_t)p->m;
}

static bool exceeds_b(const struct pair *p, int64_t i, int64_t k)
{
    return i < 0 || k - i > (int64_t)p->n;
}

/* All that comes before is no larger than all that comes after: only equal keys are at fault.
 */
static bool splits_ties(const struct pair *p, int64_t i, int64_t k)
{
    if (exceeds_a(p, i, k) || exceeds_b(p, i, k))
        return false;
    size_t of_a = (size_t)i, of_b = (size_t)(k - i);
    return (of_a == 0 || of_b == p->n || p->a[of_a - 1] <= p->b[of_b]) &&
           (of_b == 0 || of_a == p->m || p->b[of_b - 1] <= p->a[of_a]);
}

static void more_than_a_has(struct trial *t)
{
    expect_wrong_splits(t, exceeds_a);
}

static void more_than_b_has(struct trial *t)
{
    expect_wrong_splits(t, exceeds_b);
}

static void other_ties(struct trial *t)
{
    expect_wrong_splits(t, splits_ties);
}

#define RIVAL(name, says)                                                                      \
    {                                                                                          \
#name, name, says, false                                                               \
    }

static const struct rival co_ranks_rivals[] = {
    RIVAL(split_of_b, "this is how many come from b: those from a are wanted"),
    RIVAL(ties_to_b,
          "equal keys of b are taken before those of a; a goes first: compare with <= where "
          "you have <, or the reverse"),
    RIVAL(
        one_too_far_in_b,
        "a's element i is compared with b's element k - i; with i of a before it, the last of "
        "the first k would be b's element k - 1 - i"),
    RIVAL(
        below_the_middle,
        "the search gives up a candidate too many: if a's element i is not among the first k, "
        "i itself may still be the answer, so that high becomes i and not i - 1"),
    RIVAL(split_of_the_number,
          "question t is answered for the first t elements: it asks for the first k[t]"),
    RIVAL(more_than_a_has,
          "that is more than a has, or more than k: i is at most m and at most k; and INT_MAX "
          "may be a key, so it cannot stand for the end of a"),
    RIVAL(more_than_b_has, "so few of a leave more for b than b has: i is at least k - n"),
    RIVAL(other_ties,
          "equal keys are split another way: all those of a come before any of b; is one of "
          "your comparisons < for <=, or > for >=?"),
    {0},
};

/* --- mistakes with shares ----------------------------------------------------------------- */

static bool fits(const struct trial *t, const char *name)
{
    const int *values = found(t, name);
    const int64_t *exact = want(t, name).exact;
    for (size_t i = 0; i < shape_of(t, name).cols; i++)
        if (exact[i] != values[i])
            return false;
    return true;
}

/* What a thread makes of its share: i of a and j of b come before it, i_end and j_end before
 * its end. c holds at first what an output holds that nobody writes. */
typedef void share_function(const struct pair *p, int64_t *c, size_t i, size_t i_end, size_t j,
                            size_t j_end);

static void expect_shares(struct trial *t, share_function *merge, size_t share)
{
    struct pair p = pair_of(t);
    size_t total = p.m + p.n, *splits = all_splits(&p, false);
    int64_t *c = want(t, "c").exact;
    const int *unwritten = given(t, "c");
    for (size_t k = 0; k < total; k++)
        c[k] = unwritten[k];
    for (size_t k = 0; splits && k < total; k += share) {
        size_t end = total - k < share ? total : k + share;
        merge(&p, c + k, splits[k], splits[end], k - splits[k], end - splits[end]);
    }
    free(splits);
}

/* Tries the shares that a thread or a block may have. */
static void expect_for_some_share(struct trial *t, share_function *merge)
{
    for (size_t share = 1; share <= 8192; share = share < 64 ? share + 1 : 2 * share) {
        expect_shares(t, merge, share);
        if (fits(t, "c"))
            return;
    }
    does_not_apply(t, "c");
}

/* Merges while both sides last. Where the rests begin goes to *i and *j. */
static int64_t *merge_both(const struct pair *p, int64_t *c, size_t *i, size_t i_end, size_t *j,
                           size_t j_end)
{
    while (*i < i_end && *j < j_end)
        *c++ = next_is_of_a(p, *i, *j, false) ? p->a[(*i)++] : p->b[(*j)++];
    return c;
}

static void rest_of_a_only(const struct pair *p, int64_t *c, size_t i, size_t i_end, size_t j,
                           size_t j_end)
{
    for (c = merge_both(p, c, &i, i_end, &j, j_end); i < i_end; i++)
        *c++ = p->a[i];
}

static void rest_of_b_only(const struct pair *p, int64_t *c, size_t i, size_t i_end, size_t j,
                           size_t j_end)
{
    for (c = merge_both(p, c, &i, i_end, &j, j_end); j < j_end; j++)
        *c++ = p->b[j];
}

static void no_rest(const struct pair *p, int64_t *c, size_t i, size_t i_end, size_t j,
                    size_t j_end)
{
    merge_both(p, c, &i, i_end, &j, j_end);
}

/* Merges as many keys of both as are right, but reads them from other places. Behind the end of
 * b lies what an unwritten output holds, too. */
static void merge_elsewhere(const struct pair *p, int64_t *c, size_t i, size_t of_a, size_t j,
                            size_t of_b)
{
    int64_t behind = *c;
    while (of_a || of_b) {
        int64_t next = j < p->n ? p->b[j] : behind;
        bool from_a = !of_b || (of_a && p->a[i] <= next);
        *c++ = from_a ? p->a[i] : next;
        i += from_a;
        of_a -= from_a;
        j += !from_a;
        of_b -= !from_a;
    }
}

static void offset_of_a_for_b(const struct pair *p, int64_t *c, size_t i, size_t i_end,
                              size_t j, size_t j_end)
{
    merge_elsewhere(p, c, i, i_end - i, i, j_end - j);
}

static void offset_of_a_missing(const struct pair *p, int64_t *c, size_t i, size_t i_end,
                                size_t j, size_t j_end)
{
    merge_elsewhere(p, c, 0, i_end - i, j, j_end - j);
}

static void offset_of_b_missing(const struct pair *p, int64_t *c, size_t i, size_t i_end,
                                size_t j, size_t j_end)
{
    merge_elsewhere(p, c, i, i_end - i, 0, j_end - j);
}

/* The keys of a's part of the share, then those of b's. */
static void not_merged(const struct pair *p, int64_t *c, size_t i, size_t i_end, size_t j,
                       size_t j_end)
{
    while (i < i_end)
        *c++ = p->a[i++];
    while (j < j_end)
        *c++ = p->b[j++];
}

/* What stands for a key behind an array's end in a search for the smaller one. */
static int64_t key_or_largest(const int *keys, size_t n, size_t at)
{
    return at < n ? keys[at] : INT_MAX;
}

/* Where a key is INT_MAX, too, what lies behind the array is taken for it. */
static void largest_as_end(const struct pair *p, int64_t *c, size_t i, size_t i_end, size_t j,
                           size_t j_end)
{
    for (size_t count = i_end - i + j_end - j; count > 0; count--) {
        int64_t a = key_or_largest(p->a, p->m, i), b = key_or_largest(p->b, p->n, j);
        if (a <= b)
            *c++ = i++ < p->m ? a : stray_word();
        else
            *c++ = j++ < p->n ? b : stray_word();
    }
}

#define SHARE_MISTAKE(name)                                                                    \
    static void expect_##name(struct trial *t)                                                 \
    {                                                                                          \
        expect_for_some_share(t, name);                                                        \
    }

SHARE_MISTAKE(rest_of_a_only)
SHARE_MISTAKE(rest_of_b_only)
SHARE_MISTAKE(no_rest)
SHARE_MISTAKE(offset_of_a_for_b)
SHARE_MISTAKE(offset_of_a_missing)
SHARE_MISTAKE(offset_of_b_missing)
SHARE_MISTAKE(not_merged)
SHARE_MISTAKE(largest_as_end)

static void concatenated(struct trial *t)
{
    struct pair p = pair_of(t);
    not_merged(&p, want(t, "c").exact, 0, p.m, 0, p.n);
}

#define SHARE_RIVAL(name, says)                                                                \
    {                                                                                          \
#name, expect_##name, says, false                                                      \
    }

static const struct rival merge_rivals[] = {
    RIVAL(concatenated, "this is a and then b: copied one behind the other, not merged"),
    SHARE_RIVAL(rest_of_a_only,
                "where a's part of a share is used up first, the rest of b's part was never "
                "written: one side's rest must follow, whichever it is"),
    SHARE_RIVAL(rest_of_b_only,
                "where b's part of a share is used up first, the rest of a's part was never "
                "written: one side's rest must follow, whichever it is"),
    SHARE_RIVAL(no_rest,
                "shares end where one of their sides is used up: the rest of the other must "
                "follow"),
    SHARE_RIVAL(offset_of_a_for_b,
                "shares begin in b where they begin in a: of the k elements before a share, i "
                "come from a and k - i from b"),
    SHARE_RIVAL(offset_of_a_missing, "every share takes its keys of a from the start of a"),
    SHARE_RIVAL(offset_of_b_missing, "every share takes its keys of b from the start of b"),
    SHARE_RIVAL(not_merged,
                "each share has the right keys, but a's first and then b's: merge them"),
    SHARE_RIVAL(
        largest_as_end,
        "what lies behind an array is merged as if it were a key: INT_MAX may be a key, "
        "so it cannot stand for the end of a or of b"),
    {0},
};

/* --- mistakes with sorting ---------------------------------------------------------------- */

/* Tries runs of powers of two. Runs of one are the keys as they were. */
static void sorted_runs_only(struct trial *t)
{
    for (size_t width = 1; width < (size_t)number(t, "n"); width *= 2) {
        expect_runs(t, width);
        if (fits(t, "keys"))
            return;
    }
    does_not_apply(t, "keys");
}

static void descending(struct trial *t)
{
    size_t n = (size_t)number(t, "n");
    int64_t *exact = want(t, "keys").exact;
    expect_sorted(t);
    for (size_t i = 0; i < n / 2; i++) {
        int64_t key = exact[i];
        exact[i] = exact[n - 1 - i];
        exact[n - 1 - i] = key;
    }
}

/* The keys that were found, if they are others than those given. */
static void other_keys(struct trial *t)
{
    size_t n = (size_t)number(t, "n");
    int64_t *exact = want(t, "keys").exact;
    int *keys = malloc(n * sizeof *keys + 1);
    const int *values = found(t, "keys");
    bool same = true;
    if (!keys)
        return does_not_apply(t, "keys");
    memcpy(keys, values, n * sizeof *keys);
    qsort(keys, n, sizeof *keys, ascending);
    expect_sorted(t);
    for (size_t i = 0; i < n; i++)
        same &= keys[i] == exact[i];
    for (size_t i = 0; i < n; i++)
        exact[i] = same ? INT64_MIN : values[i];
    free(keys);
}

static const struct rival sort_rivals[] = {
    RIVAL(sorted_runs_only,
          "only runs of a power of two are sorted: a pass is missing, or its result lies in "
          "the other array and was not copied back; how many passes does n take?"),
    RIVAL(descending, "the keys are in descending order"),
    RIVAL(other_keys,
          "these are not the keys that were given: some are lost, and others are there more "
          "often or from elsewhere; does each pass write every key, and only once?"),
    {0},
};

/* --- the technique ------------------------------------------------------------------------ */

/* How many threads of a warp load together on average. Of threads that search or merge, each
 * on its own, some go one way and some the other: it is 10 to 30. One thread for all has 1. */
static const char *technique_lanes(const struct trial *t, const struct simt_counters *counters)
{
    enum { LEAST = 2 };
    static char text[200];
    const struct simt_global_traffic *load = &counters->global_load;
    double lanes = (double)load->lanes / (double)load->requests;
    (void)t;
    if (lanes >= LEAST)
        return NULL;
    snprintf(text, sizeof text,
             "%.1f threads of a warp load together; where all have an equal share of the work, "
             "most of 32 do",
             lanes);
    return text;
}

/* How often a search halves so many candidates, and one more. */
static int halvings(int64_t n)
{
    int count = 1;
    for (; n > 0; n /= 2)
        count++;
    return count;
}

/* A search by halves reads two keys a step, the text's up to four; steps of one read hundreds.
 */
static const char *technique_co_ranks(const struct trial *t,
                                      const struct simt_counters *counters)
{
    static char text[200];
    int64_t m = number(t, "m"), n = number(t, "n");
    double keys = (double)counters->global_load.bytes / 4 / (double)number(t, "count");
    int steps = halvings(m < n ? m : n);
    if (keys <= 4 * steps)
        return technique_lanes(t, counters);
    snprintf(text, sizeof text,
             "it loads %.0f words for each question; a search by halves takes %d steps or so "
             "here, with two keys each",
             keys, steps);
    return text;
}

/* How many sectors of 8 words are moved for each 8 keys: at least 1. */
static double sectors_for_8_keys(const struct trial *t,
                                 const struct simt_global_traffic *traffic)
{
    return 8 * (double)traffic->sectors / (double)(number(t, "m") + number(t, "n"));
}

/* Threads that walk through global memory, each in a share of its own, want a sector for each
 * key, as do searches by every thread: together 19 and more for 8 keys. Tiles want 1 to 3. */
static const char *technique_tiles(const struct trial *t, const struct simt_counters *counters)
{
    static char text[300];
    double sectors = sectors_for_8_keys(t, &counters->global_load);
    if (sectors <= 8)
        return NULL;
    snprintf(text, sizeof text,
             "for each 8 keys, which are a sector, its loads move %.1f sectors; a block that "
             "brings tiles into shared memory, neighbours by neighbours, and searches global "
             "memory with a thread or two, needs 1 to 3",
             sectors);
    return text;
}

/* The same, and all keys go through shared memory: ranks by searches that share their reads
 * want few sectors, too. */
static const char *technique_shared(const struct trial *t, const struct simt_counters *counters)
{
    static char text[200];
    const char *sectors = technique_tiles(t, counters);
    uint64_t stored = counters->shared_store.bytes / 4;
    int64_t keys = number(t, "m") + number(t, "n");
    if (sectors || stored >= (uint64_t)keys)
        return sectors;
    snprintf(text, sizeof text,
             "it stores %llu words in shared memory, and there are %lld keys: each is to be "
             "brought there, and merged from there",
             (unsigned long long)stored, (long long)keys);
    return text;
}

/* As technique_tiles(), and stores by neighbours: a thread that stores its share wants a sector
 * a key. */
static const char *technique_fast(const struct trial *t, const struct simt_counters *counters)
{
    static char text[200];
    double sectors = sectors_for_8_keys(t, &counters->global_store);
    if (sectors <= 4)
        return technique_tiles(t, counters);
    snprintf(text, sizeof text,
             "for each 8 keys, which are a sector, its stores move %.1f sectors; where "
             "neighbouring threads store neighbouring keys, it is 1",
             sectors);
    return text;
}

/* --- cases -------------------------------------------------------------------------------- */

// clang-format off
static const struct test_case co_ranks_cases[] = {
    /* m, n, count: every k in order where count is m + n + 1 */
    {"every-k", {100, 80, 181}, ALTERNATING, "no key twice, and every k", CHECKED, 0},
    {"small", {3, 4, 8}, INDEXED, "small enough to follow by hand", 0, 0},
    {"one-of-each", {1, 1, 3}, SIGNED, "one key each", 0, 0},
    {"stretches", {1000, 1100, 2101}, STRETCHES, "long stretches of either", COUNTED, 0},
    {"equal", {60, 50, 111}, EQUAL, "all keys alike: all of a come first", 0, 0},
    {"ties", {90, 110, 201}, FEW_KEYS, "many equal keys: those of a come first", 0, 0},
    {"same-keys", {70, 70, 141}, INDEXED, "each key once in a and once in b", 0, 0},
    {"a-first", {80, 120, 201}, A_FIRST, "all of a before all of b", 0, 0},
    {"b-first", {120, 80, 201}, B_FIRST, "all of b before all of a", 0, 0},
    {"a-empty", {0, 100, 101}, SIGNED, "a is empty: none come from it", 0, 0},
    {"b-empty", {100, 0, 101}, SIGNED, "b is empty: all come from a", CHECKED, 0},
    {"both-empty", {0, 0, 1}, SIGNED, "nothing to split", 0, 0},
    {"extremes", {70, 60, 131}, EXTREMES, "the smallest and the largest int as keys", 0, 0},
    {"any-int", {90, 80, 171}, ANY_INT, "keys whose difference is no int", 0, 0},
    {"long-a", {30000, 3, 30004}, SIGNED, "a is much longer", 0, 0},
    {"long-b", {3, 30000, 30004}, SIGNED, "b is much longer", 0, 0},
    {"less", {200, 100, 255}, SIGNED, "a question less than a block, in any order", 0, 0},
    {"one-block", {200, 100, 256}, SIGNED, "exactly one block of questions", 0, 0},
    {"more", {200, 100, 257}, SIGNED, "a second block with a single question", CHECKED, 0},
    {"beyond-grid", {20000, 30000, (1 << 20) + 77}, SIGNED, "more than 4096 blocks of 256", ONCE, 20},
    {"no-question", {10, 10, 0}, SIGNED, "nothing to do, and no error left behind", 0, 0},
    {0},
};

/* What all merges go through. A grid of 128 x 256 threads has 32768, a tile has 1024 keys. */
#define MERGE_CASES                                                                            \
    {"uneven-shares", {12773, 20000}, SIGNED, "5 keys more than 32768 threads", CHECKED, 0},   \
    {"small", {5, 7}, SIGNED, "small enough to follow by hand", CHECKED, 0},                   \
    {"one-of-each", {1, 1}, SIGNED, "one key each", 0, 0},                                     \
    {"one-a", {1, 0}, SIGNED, "a single key, in a", 0, 0},                                     \
    {"one-b", {0, 1}, SIGNED, "a single key, in b", 0, 0},                                     \
    {"one-tile", {600, 424}, SIGNED, "1024 keys", 0, 0},                                       \
    {"more", {600, 425}, SIGNED, "a key more than 1024", CHECKED, 0},                          \
    {"less", {599, 424}, SIGNED, "a key less than 1024", 0, 0},                                \
    {"whole-shares", {25536, 40000}, SIGNED, "two keys for 32768 threads each", COUNTED, 0},   \
    {"a-empty", {0, 3000}, SIGNED, "nothing in a", 0, 0},                                      \
    {"b-empty", {3000, 0}, SIGNED, "nothing in b", CHECKED, 0},                                \
    {"a-first", {2000, 1500}, A_FIRST, "all of a before all of b", 0, 0},                      \
    {"b-first", {1500, 2000}, B_FIRST, "all of b before all of a", 0, 0},                      \
    {"alternating", {1777, 1777}, ALTERNATING, "a, b, a, b, ...", 0, 0},                       \
    {"stretches", {5000, 4000}, STRETCHES, "long stretches of either", CHECKED, 0},            \
    {"same-keys", {2500, 2500}, INDEXED, "each key once in a and once in b", 0, 0},            \
    {"ties", {3100, 2900}, FEW_KEYS, "many equal keys", 0, 0},                                 \
    {"equal", {1500, 2100}, EQUAL, "all keys alike", 0, 0},                                    \
    {"extremes", {1700, 1900}, EXTREMES, "the smallest and the largest int as keys", 0, 0},    \
    {"any-int", {3000, 3100}, ANY_INT, "keys whose difference is no int", 0, 0},               \
    {"long-a", {30000, 3}, SIGNED, "a is much longer", 0, 0},                                  \
    {"long-b", {3, 30000}, SIGNED, "b is much longer", 0, 0},                                  \
    {"beyond-grid", {600011, 500009}, SIGNED, "more keys than 4096 blocks of 256", ONCE, 20},  \
    {"empty", {0, 0}, SIGNED, "nothing to do, and no error left behind", 0, 0}

static const struct test_case merge_cases[] = {MERGE_CASES, {0}};

static const struct test_case sort_cases[] = {
    {"even-passes", {4096}, SIGNED, "a power of two, in 12 passes", CHECKED, 0},
    {"odd-passes", {2048}, SIGNED, "a power of two, in 11 passes", 0, 0},
    {"more", {4097}, SIGNED, "a run of a single key is left over", 0, 0},
    {"less", {4095}, SIGNED, "the last run is a key short", 0, 0},
    {"ragged", {3000}, SIGNED, "runs without a partner in several passes", CHECKED, 0},
    {"two", {2}, DESCENDING, "a single pass", 0, 0},
    {"three", {3}, DESCENDING, "a run without a partner in the first pass", 0, 0},
    {"seven", {7}, SIGNED, "small enough to follow by hand", CHECKED, 0},
    {"more-than-1024", {1025}, SIGNED, "a key more than the largest block has threads", 0, 0},
    {"one", {1}, SIGNED, "a single key is in order", NO_KERNEL, 0},
    {"sorted", {5000}, INDEXED, "in order already", 0, 0},
    {"descending", {5000}, DESCENDING, "in the opposite order", 0, 0},
    {"equal", {1500}, EQUAL, "all keys alike", 0, 0},
    {"ties", {6000}, FEW_KEYS, "many equal keys: none may be lost", 0, 0},
    {"extremes", {3333}, EXTREMES, "the smallest and the largest int as keys", 0, 0},
    {"any-int", {10000}, ANY_INT, "keys whose difference is no int", 0, 0},
    {"beyond-grid", {300007}, SIGNED, "more keys than 1024 blocks of 256", ONCE, 20},
    {"empty", {0}, SIGNED, "nothing to do, and no error left behind", 0, 0},
    {0},
};
// clang-format on

/* --- the lab ------------------------------------------------------------------------------ */

const struct task tasks[] = {
    {
        .name = "co_ranks",
        .first_step = "TODO 1, the search for the split, its kernel and launch",
        .number_names = "m n count",
        .cases = co_ranks_cases,
        .prepare = prepare_co_ranks,
        .expect = expect_co_ranks,
        .rivals = co_ranks_rivals,
        .technique = technique_co_ranks,
    },
    {
        .name = "merge_basic",
        .first_step = "TODO 3 launches, TODO 2 merges a thread's share",
        .number_names = "m n",
        .cases = merge_cases,
        .prepare = prepare_merge,
        .expect = expect_merge,
        .rivals = merge_rivals,
        .technique = technique_lanes,
    },
    {
        .name = "merge_tiled",
        .first_step = "TODO 4, a tile of both arrays in shared memory",
        .number_names = "m n",
        .cases = merge_cases,
        .prepare = prepare_merge,
        .expect = expect_merge,
        .rivals = merge_rivals,
        .technique = technique_shared,
    },
    {
        .name = "merge_sort",
        .first_step = "TODO 5, passes from one array to another",
        .number_names = "n",
        .cases = sort_cases,
        .prepare = prepare_sort,
        .expect = expect_sorted,
        .rivals = sort_rivals,
    },
    {
        .name = "merge_fast",
        .first_step = "TODO 6 in stretch.cu, whole warps at neighbouring words",
        .number_names = "m n",
        .cases = merge_cases,
        .prepare = prepare_merge,
        .expect = expect_merge,
        .rivals = merge_rivals,
        .technique = technique_fast,
        .stretch = true,
    },
    {0},
};
