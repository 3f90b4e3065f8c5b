/* Counts, names and lists wrong elements: see elements.h. */
#include "elements.h"

#include <stdio.h>

size_t wrong_elements(const struct case_array *a, unsigned run)
{
    size_t wrong = 0;
    for (size_t i = 0; i < element_count(a); i++)
        wrong += !element_is_right(a, run, i);
    return wrong;
}

static bool is_zero(const struct case_array *a, size_t i)
{
    const unsigned char *values = payload(a, 0);
    size_t size = element_bytes(a->type);
    return !memcmp(values + element_at(a, i) * size, (const char[8]){0}, size);
}

bool is_sample(const struct case_run *t)
{
    return t->schedule == SOME_BLOCKS;
}

bool was_written(const struct case_run *t, const char *name, size_t i)
{
    return !element_is_untouched(case_array(t, name), t->found_run, i);
}

bool is_wrong_of_some_blocks(const struct case_array *a, size_t i, bool cleared)
{
    bool left = element_is_untouched(a, 0, i) || (cleared && is_zero(a, i));
    bool at_an_end = i == 0 || (i + 1 == element_count(a) && !a->gap.stride);
    return (!left || at_an_end) && !element_is_right(a, 0, i);
}

size_t wrong_of_some_blocks(const struct case_array *a, bool cleared)
{
    size_t wrong = 0;
    for (size_t i = 0; i < element_count(a); i++)
        wrong += is_wrong_of_some_blocks(a, i, cleared);
    return wrong;
}

size_t place_in_array(const struct case_array *a, size_t i)
{
    size_t row = i / a->shape.cols, col = i % a->shape.cols;
    row += row >= a->gap.row ? a->gap.rows : 0;
    col += col >= a->gap.col ? a->gap.cols : 0;
    return row * (a->shape.cols + a->gap.cols) + col;
}

/* Names the element by its place on the device. */
bool is_rounded_down(size_t first, size_t n)
{
    /* Tries threads, each with a share, and then blocks. */
    for (size_t share = 1; first && share <= n / first; share++)
        if (first % share == 0 && n / (first / share) == share)
            return true;
    for (size_t block = 1; block <= 1024; block++)
        if (first == n / block * block)
            return true;
    return false;
}

void name_element(const struct case_array *a, size_t i, char *text, size_t size)
{
    size_t cols = a->shape.cols + a->gap.cols, place = place_in_array(a, i);
    if (a->shape.rows == 1)
        snprintf(text, size, "%s[%zu]", a->name, place);
    else
        snprintf(text, size, "%s[%zu][%zu]", a->name, place / cols, place % cols);
}

/* Uses as many digits as the reader needs to tell the two apart. */
static void describe_floats(double is, double want, double bound, struct verdict *v)
{
    char text[40], other[40];
    snprintf(text, sizeof text, "%.6g", is);
    snprintf(other, sizeof other, "%.6g", want);
    int digits = strcmp(text, other) ? 6 : 9;
    if (isnan(is))
        say(v, " is NaN, want %.6g", want);
    else
        say(v, " is %.*g, want %.*g", digits, is, digits, want);
    if (want != 0 && bound > 0)
        say(v, " +- %.2g", bound);
}

/* "c[5][7] is 9, want 0.84266". */
static void describe_element(const struct case_array *a, unsigned run, size_t i,
                             struct verdict *v)
{
    char name[80];
    const void *values = payload(a, run);
    size_t at = element_at(a, i);
    name_element(a, i, name, sizeof name);
    say(v, "\n  %s", name);
    if (element_is_untouched(a, run, i) && run == 0 && a->role == OUTPUT)
        say(v, " was never written");
    else if (a->type == FLOAT32)
        describe_floats(((const float *)values)[at], a->want.value[i], a->want.bound[i], v);
    else
        say(v, " is %lld, want %lld", (long long)integer_at(values, a->type, at),
            (long long)a->want.exact[i]);
}

void list_wrong_elements(const struct case_array *a, unsigned run, bool by_some_blocks,
                         struct verdict *v)
{
    const int shown_at_most = 3;
    int shown = 0;
    for (size_t i = 0; i < element_count(a) && shown < shown_at_most; i++) {
        if (by_some_blocks ? is_wrong_of_some_blocks(a, i, false)
                           : !element_is_right(a, run, i)) {
            describe_element(a, run, i, v);
            shown++;
        }
    }
}
