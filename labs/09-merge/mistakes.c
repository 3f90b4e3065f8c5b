/* What the mistakes of lab 09 compute: the functions that the rows of mistakes.inc call. */
#include "merging.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* --- mistakes with splits ----------------------------------------------------------------- */

/* As many as a's part of all keys is. */
static void in_proportion(struct case_run *t)
{
    const int *k = given(t, "k");
    int64_t m = number(t, "m"), all = m + number(t, "n");
    if (m == 0 || m == all)
        return does_not_apply(t);
    for (size_t q = 0, count = count_of(t, "count"); q < count; q++)
        want(t, "i").exact[q] = k[q] * m / all;
}

static void split_of_b(struct case_run *t)
{
    const int *k = given(t, "k");
    int64_t *i = want(t, "i").exact;
    expect_splits(t, false);
    for (size_t q = 0, count = count_of(t, "count"); q < count; q++)
        i[q] = k[q] - i[q];
}

/* The search compares a's element i with b's element k - i: one too far. */
static void one_too_far_in_b(struct case_run *t)
{
    struct pair p = pair_of(t);
    const int *k = given(t, "k"), *around = given(t, "i");
    int64_t *splits = want(t, "i").exact;
    for (size_t q = 0, count = count_of(t, "count"); q < count; q++) {
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

/* The search gives up the middle, too, which may be what it looks for; or it goes the wrong way
 * and gives up the half that it should look in; or it compares rounded keys, or asks for the
 * sign of a difference that may be no int. */
enum search { MIDDLE_GIVEN_UP, WRONG_HALF, AS_FLOATS, AS_UNSIGNED, BY_DIFFERENCE };

static bool is_among_first(int a, int b, enum search search)
{
    switch (search) {
    case AS_FLOATS:
        return (float)a <= (float)b;
    case AS_UNSIGNED:
        return (unsigned)a <= (unsigned)b;
    case BY_DIFFERENCE:
        return (int)((unsigned)a - (unsigned)b) <= 0;
    default:
        return a <= b;
    }
}

static void searched_wrongly(struct case_run *t, enum search search)
{
    struct pair p = pair_of(t);
    const int *k = given(t, "k");
    int64_t *splits = want(t, "i").exact;
    for (size_t q = 0, count = count_of(t, "count"); q < count; q++) {
        int64_t low = k[q] > (int64_t)p.n ? k[q] - (int64_t)p.n : 0;
        int64_t high = k[q] < (int64_t)p.m ? k[q] : (int64_t)p.m;
        while (low < high) {
            int64_t i = low + (high - low) / 2;
            bool is_among = is_among_first(p.a[i], p.b[k[q] - 1 - i], search);
            if (is_among == (search != WRONG_HALF))
                low = i + 1;
            else
                high = search == MIDDLE_GIVEN_UP ? i - 1 : i;
        }
        splits[q] = low;
    }
}

static void one_less(struct case_run *t)
{
    int64_t *i = want(t, "i").exact;
    expect_splits(t, false);
    for (size_t q = 0, count = count_of(t, "count"); q < count; q++)
        i[q]--;
}

/* Of the question's number, not of the k that it has. */
static void split_of_the_number(struct case_run *t)
{
    struct pair p = pair_of(t);
    size_t count = count_of(t, "count"), *splits = all_splits(&p, false);
    for (size_t q = 0; splits && q < count; q++)
        want(t, "i").exact[q] = q <= p.m + p.n ? (int64_t)splits[q] : -1;
    free(splits);
}

/* Says of a wrong split, i of a and k - i of b, whether it is wrong in some way. */
typedef bool split_test(const struct pair *p, int64_t i, int64_t k);

/* Right splits, but for the wrong ones that were found and are wrong in that way. */
static void wrong_splits(struct case_run *t, split_test *is_so)
{
    struct pair p = pair_of(t);
    const int *k = given(t, "k"), *values = found(t, "i");
    int64_t *i = want(t, "i").exact;
    expect_splits(t, false);
    if (widened(t, "m") > number(t, "m")) /* there is more of a than the pair has */
        does_not_apply(t);
    for (size_t q = 0, count = count_of(t, "count"); q < count; q++)
        if (is_so(&p, values[q], k[q]))
            i[q] = values[q];
}

/* Right splits where few candidates are left; of more than that some are found that may be, and
 * are not. */
static void few_halvings(struct case_run *t)
{
    enum { FEW = 1 << 10 };
    const int64_t m = widened(t, "m"), n = widened(t, "n");
    const int *k = given(t, "k"), *values = found(t, "i");
    int64_t *i = want(t, "i").exact;
    expect_splits(t, false);
    if (m == number(t, "m")) /* there are no more than a few */
        does_not_apply(t);
    for (size_t q = 0, count = count_of(t, "count"); q < count; q++) {
        int64_t low = k[q] > n ? k[q] - n : 0, high = k[q] < m ? k[q] : m;
        if (high - low > FEW && values[q] >= low && values[q] <= high)
            i[q] = values[q];
    }
}

static bool exceeds_a(const struct pair *p, int64_t i, int64_t k)
{
    return i > k || i > (int64_t)p->m;
}

static bool exceeds_b(const struct pair *p, int64_t i, int64_t k)
{
    return i < 0 || k - i > (int64_t)p->n;
}

/* The last of a that is counted comes after the first of b that is not. */
static bool takes_too_many(const struct pair *p, int64_t i, int64_t k)
{
    return !exceeds_a(p, i, k) && !exceeds_b(p, i, k) && i > 0 && k - i < (int64_t)p->n &&
           p->a[i - 1] > p->b[k - i];
}

/* The reverse. */
static bool takes_too_few(const struct pair *p, int64_t i, int64_t k)
{
    return !exceeds_a(p, i, k) && !exceeds_b(p, i, k) && i < (int64_t)p->m && k > i &&
           p->b[k - i - 1] >= p->a[i];
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

/* --- mistakes with shares ----------------------------------------------------------------- */

/* What a thread makes of its share: i of a and j of b come before it, i_end and j_end before
 * its end. c holds at first what an output holds that nobody writes. */
typedef void share_function(const struct pair *p, int64_t *c, size_t i, size_t i_end, size_t j,
                            size_t j_end);

/* Nothing changes a share that has been merged. */
static bool share_may_go_on(const struct case_run *t, size_t k, size_t end)
{
    while (k < end && may_go_on(t, "c", k))
        k++;
    return k == end;
}

static void shares(struct case_run *t, share_function *merge, size_t share)
{
    struct pair p = pair_of(t);
    size_t total = p.m + p.n, of_a = 0;
    int64_t *c = want(t, "c").exact;
    const int *unwritten = given(t, "c");
    for (size_t k = 0; k < total; k++)
        c[k] = unwritten[k];
    for (size_t k = 0, end; k < total; k = end) {
        size_t before = of_a;
        end = total - k < share ? total : k + share;
        of_a = next_split(&p, before, k, end);
        merge(&p, c + k, before, of_a, k - before, end - of_a);
        if (!share_may_go_on(t, k, end))
            return;
    }
}

/* The shares that a thread or a block may have: 1, 2, 3, ..., 64, 128, ..., 8192. */
static size_t usual_shares(const struct case_run *t, size_t size)
{
    (void)t;
    return size < 64 ? size + 1 : size < 8192 ? 2 * size : 0;
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

static void larger_first(const struct pair *p, int64_t *c, size_t i, size_t i_end, size_t j,
                         size_t j_end)
{
    for (size_t count = i_end - i + j_end - j; count > 0; count--)
        *c++ = j == p->n || (i < p->m && p->a[i] >= p->b[j]) ? p->a[i++] : p->b[j++];
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

static void concatenated(struct case_run *t)
{
    struct pair p = pair_of(t);
    not_merged(&p, want(t, "c").exact, 0, p.m, 0, p.n);
}

/* What was found, if it is the keys of both arrays in another order, or if it is not. */
static void whichever_order(struct case_run *t, bool wants_all_keys)
{
    struct pair p = pair_of(t);
    size_t n = p.m + p.n, same = 0;
    int64_t *c = want(t, "c").exact;
    const int *values = found(t, "c");
    int *keys = malloc(2 * n * sizeof *keys + 1), *wanted = keys + n;
    if (!keys)
        return does_not_apply(t);
    memcpy(keys, values, n * sizeof *keys);
    memcpy(wanted, p.a, p.m * sizeof *keys);
    memcpy(wanted + p.m, p.b, p.n * sizeof *keys);
    sort_keys(keys, n);
    sort_keys(wanted, n);
    while (same < n && keys[same] == wanted[same])
        same++;
    for (size_t i = 0; i < n; i++)
        c[i] = values[i];
    free(keys);
    if ((same == n) != wants_all_keys)
        does_not_apply(t);
}

/* least[i] becomes the least of the keys from i on. */
static int *least_behind(const int *c, size_t n)
{
    int *least = malloc((n + 1) * sizeof *least);
    for (size_t i = n; least && i-- > 0;)
        least[i] = i + 1 == n || c[i] < least[i + 1] ? c[i] : least[i + 1];
    return least;
}

/* All keys, in runs that are sorted in themselves, each of which has some keys. They are the
 * shares, and have the wrong keys: hardly in one is there a place with all smaller keys before
 * it and all larger ones behind it. */
static void merged_apart(struct case_run *t)
{
    enum { LEAST = 4 };
    const int *c = found(t, "c");
    size_t n = count_of(t, "m") + count_of(t, "n"), runs = 0, from = 0, shortest = n, cut = 0;
    int *least = least_behind(c, n), most = n ? c[0] : 0;
    bool is_cut = false;
    whichever_order(t, true);
    for (size_t i = 1; least && i < n; i++) {
        if (c[i] < c[i - 1]) {
            shortest = i - from < shortest ? i - from : shortest;
            cut += is_cut && from > 0;
            from = i;
            runs++;
            is_cut = false;
        }
        is_cut |= most <= least[i];
        most = c[i] > most ? c[i] : most;
    }
    free(least);
    if (runs < 2 || shortest < LEAST || 2 * cut >= runs)
        does_not_apply(t);
}

/* --- mistakes with sorting ---------------------------------------------------------------- */

/* Runs of powers of two that are shorter than all keys. Runs of one are the keys as they were.
 */
static size_t powers_of_two(const struct case_run *t, size_t size)
{
    size_t next = size ? 2 * size : 1;
    return next < count_of(t, "n") ? next : 0;
}

static void descending(struct case_run *t)
{
    size_t n = count_of(t, "n");
    int64_t *exact = want(t, "keys").exact;
    expect_sorted(t);
    for (size_t i = 0; i < n / 2; i++) {
        int64_t key = exact[i];
        exact[i] = exact[n - 1 - i];
        exact[n - 1 - i] = key;
    }
}

/* Negative keys have the largest numbers, and are in order among themselves. */
static void as_unsigned(struct case_run *t)
{
    size_t n = count_of(t, "n"), negative = 0;
    int64_t *exact = want(t, "keys").exact, *sorted = malloc((n + 1) * sizeof *sorted);
    expect_sorted(t);
    if (!sorted)
        does_not_apply(t);
    for (size_t i = 0; sorted && i < n; i++)
        negative += (sorted[i] = exact[i]) < 0;
    for (size_t i = 0; sorted && i < n; i++)
        exact[i] = sorted[(i + negative) % n];
    free(sorted);
}

/* The first quarter is right, and whatever follows is not. */
static void first_quarter(struct case_run *t)
{
    size_t n = count_of(t, "n"), quarter = n / sizeof(int);
    int64_t *exact = want(t, "keys").exact;
    const int *values = found(t, "keys");
    expect_sorted(t);
    if (quarter < 2 || values[quarter] == exact[quarter])
        return does_not_apply(t);
    for (size_t i = quarter; i < n; i++)
        exact[i] = values[i];
}

/* The keys that were found, if they are others than those given, or if they are the same. */
static void found_keys(struct case_run *t, bool wants_others)
{
    size_t n = count_of(t, "n");
    int64_t *exact = want(t, "keys").exact;
    int *keys = malloc(n * sizeof *keys + 1);
    const int *values = found(t, "keys");
    bool same = true;
    if (!keys)
        return does_not_apply(t);
    memcpy(keys, values, n * sizeof *keys);
    sort_keys(keys, n);
    expect_sorted(t);
    for (size_t i = 0; i < n; i++)
        same &= keys[i] == exact[i];
    for (size_t i = 0; i < n; i++)
        exact[i] = same == wants_others ? INT64_MIN : values[i];
    free(keys);
}

#include "mistakes.h"
