/* What the mistakes of lab 07, more, compute: the functions that the rows of mistakes.inc call.
 */
#include "lab.h"

#include <limits.h>

/* Each sum with its own element, and those of whole sections alone where there are sections. */
static void scan_sections(struct case_run *t, size_t section, bool own)
{
    const int *in = given(t, "in");
    int64_t *out = want(t, "out").exact, sum = 0;
    for (size_t i = 0; i < elements_of(t, "in"); i++) {
        if (section && i % section == 0)
            sum = 0;
        sum += own ? in[i] : 0;
        out[i] = sum;
        sum += own ? 0 : in[i];
    }
}

/* Each sum with all of its own section as well. */
static void add_own_section(struct case_run *t, size_t section)
{
    const int *in = given(t, "in");
    int64_t *out = want(t, "out").exact;
    size_t n = elements_of(t, "in");
    scan_sections(t, 0, false);
    for (size_t i = 0; i < n; i += section) {
        size_t end = n - i < section ? n : i + section;
        int64_t own = out[end - 1] + in[end - 1] - out[i];
        for (size_t k = i; k < end; k++)
            out[k] += own;
    }
}

/* What is at least `least` stays, but for zeros if there may be none; the last `lost` elements
 * are not in the count. */
static void keep(struct case_run *t, int least, bool zeros, size_t lost)
{
    const int *in = given(t, "in");
    int64_t *out = want(t, "out").exact;
    size_t n = elements_of(t, "in"), kept = 0, counted = 0;
    for (size_t i = 0; i < n; i++) {
        if (in[i] < least || (in[i] == 0 && !zeros))
            continue;
        out[kept++] = in[i];
        counted += i + lost < n;
    }
    for (size_t i = kept; i < n; i++)
        out[i] = 0;
    want(t, "count").exact[0] = (int64_t)counted;
}

/* The count alone is right. */
static void cleared(struct case_run *t)
{
    int64_t *out = want(t, "out").exact, kept = 0;
    for (size_t i = 0; i < elements_of(t, "out"); i++) {
        kept += ((const int *)given(t, "in"))[i] > 0;
        out[i] = 0;
    }
    want(t, "count").exact[0] = kept;
    if (kept == 0)
        does_not_apply(t);
}

#include "mistakes.h"
