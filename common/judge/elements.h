/* The elements of one array after a run, beside what they must be. An array of which expect()
 * says nothing has no right elements: ask only of those that are `expected`. */
#ifndef ELEMENTS_H
#define ELEMENTS_H

#include "case_run.h"
#include "words.h"

#include <math.h>
#include <string.h>

/* Whether element i of that run is what expect() wants, within its bound. */
static inline bool element_is_right(const struct case_array *a, unsigned run, size_t i)
{
    const void *values = payload(a, run);
    size_t at = element_at(a, i);
    if (a->type != FLOAT32)
        return integer_at(values, a->type, at) == a->want.exact[i];
    /* Written so that a NaN is wrong. */
    return fabs(((const float *)values)[at] - a->want.value[i]) <= a->want.bound[i];
}

static inline bool wants_zero(const struct case_array *a, size_t i)
{
    return a->type == FLOAT32 ? a->want.value[i] == 0 : a->want.exact[i] == 0;
}

/* Whether element i of that run still holds what the judge put there before. */
static inline bool element_is_untouched(const struct case_array *a, unsigned run, size_t i)
{
    size_t size = element_bytes(a->type), at = element_at(a, i) * size;
    const unsigned char *now = (const unsigned char *)payload(a, run) + at;
    if (run > 0 && a->role == OUTPUT)
        return !memcmp(now, (const char[8]){0}, size);
    return !memcmp(now, (const unsigned char *)a->given + at, size);
}

size_t wrong_elements(const struct case_array *a, unsigned run);

/* Whether element i is wrong where only some blocks have run, the first and the last among
 * them. An element that nobody has written, or that was only `cleared`, may belong to a block
 * that did not run. */
bool is_wrong_of_some_blocks(const struct case_array *a, size_t i, bool cleared);

/* Counts them. */
size_t wrong_of_some_blocks(const struct case_array *a, bool cleared);

/* Returns the number of element i, counted row by row, with the elements in the case's gaps. */
size_t place_in_array(const struct case_array *a, size_t i);

/* Whether so many are the whole of what blocks, or the shares of threads, make of n elements
 * when their number, or a share's, is rounded down. */
bool is_rounded_down(size_t first, size_t n);

/* Writes an element's name: "c[5][7]", or "sums[5]" for a list. */
void name_element(const struct case_array *a, size_t i, char *text, size_t size);

/* Says of the first few wrong elements, one a line, what they are and what they must be. */
void list_wrong_elements(const struct case_array *a, unsigned run, bool by_some_blocks,
                         struct verdict *v);

#endif
