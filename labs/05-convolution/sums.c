/* Sums of neighbours: see sums.h. */
#include "sums.h"

#include <math.h>

static double element(const struct step *s, const void *array, long at)
{
    /* As a float, which C would make of both, an int has lost bits. */
    return s->type == INT32 ? (double)((const int *)array)[at]
                            : (double)((const float *)array)[at];
}

long below(const struct step *s)
{
    return s->row - s->mask_rows / 2 + s->i;
}

long across(const struct step *s)
{
    return s->col - s->mask_cols / 2 + s->j;
}

bool is_in(long i, long n)
{
    return i >= 0 && i < n;
}

bool there(const struct step *s, long row, long col)
{
    return is_in(row, s->height) && is_in(col, s->width);
}

double in_memory(const struct step *s, long at)
{
    return is_in(at, s->width * s->height) ? element(s, s->in, at) : s->stray;
}

double pixel(const struct step *s, long row, long col)
{
    return there(s, row, col) ? in_memory(s, row * s->width + col) : 0;
}

double mask_in_memory(const struct step *s, long at)
{
    return at < s->mask_rows * s->mask_cols ? element(s, s->mask, at) : s->stray;
}

double weight(const struct step *s, long i, long j)
{
    return mask_in_memory(s, i * s->mask_cols + j);
}

double right_term(const struct step *s)
{
    return pixel(s, below(s), across(s)) * weight(s, s->i, s->j);
}

struct step first_step(const struct case_run *t, size_t tile)
{
    struct shape in = shape_of(t, "in"), mask = shape_of(t, "mask");
    enum type type = want(t, "out").exact ? INT32 : FLOAT32;
    double garbage = type == INT32 && in.cols ? *(const int *)given(t, "out") : NAN;
    return (struct step){.mistaken = t,
                         .in = given(t, "in"),
                         .mask = given(t, "mask"),
                         .type = type,
                         .width = (long)in.cols,
                         .height = (long)in.rows,
                         .mask_rows = (long)mask.rows,
                         .mask_cols = (long)mask.cols,
                         .stray = type == INT32 ? stray_word() : NAN,
                         .garbage = garbage,
                         .out = want(t, "out"),
                         .tile = (long)tile,
                         .j = -1};
}

/* A float sum of k products is off by at most gamma(k) times the sum of their magnitudes, with
 * or without fused multiply-add and in whatever order (Higham 3.1, 3.5); and by the smallest
 * normal number a product, where a device takes what is smaller for 0. */
static void store(const struct want *out, size_t at, double sum, double magnitude, double terms)
{
    if (out->exact) {
        out->exact[at] = (int)(unsigned)(int64_t)sum; /* wraps round, as an int does */
    } else {
        out->value[at] = sum;
        out->bound[at] = error_gamma(terms) * magnitude + terms * 0x1p-126;
    }
}

void add_term(struct step *s, double added)
{
    s->sum += added;
    s->magnitude += fabs(added);
}

/* Whether the next one is wanted. */
static bool finish_element(struct step *s)
{
    size_t at = (size_t)(s->row * s->width + s->col);
    store(&s->out, at, s->sum, s->magnitude, (double)(s->mask_rows * s->mask_cols));
    s->sum = s->magnitude = 0;
    return !s->mistaken || may_go_on(s->mistaken, "out", at);
}

bool next_step(struct step *s)
{
    if (s->width == 0 || s->height == 0)
        return false;
    if (++s->j < s->mask_cols)
        return true;
    s->j = 0;
    if (++s->i < s->mask_rows)
        return true;
    s->i = 0;
    if (!finish_element(s))
        return false;
    if (++s->col == s->width) {
        s->col = 0;
        s->row++;
    }
    return s->row < s->height;
}
