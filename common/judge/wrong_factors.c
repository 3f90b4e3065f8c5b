/* Elements that are the right ones times something: see wrong_factors.h. */
#include "wrong_factors.h"

/* The first that is not 0; their number if there is none. */
static size_t first_to_compare(const struct evidence *e)
{
    size_t first = 0;
    while (first < e->n && wanted(e, first) == 0)
        first++;
    return first;
}

/* Elements that are all the same may be so by many factors. */
static bool wanted_varies(const struct evidence *e)
{
    for (size_t i = 1; i < e->n; i++)
        if (wanted(e, i) != wanted(e, 0))
            return true;
    return false;
}

static bool all_times(const struct evidence *e, double factor)
{
    for (size_t i = 0; i < e->n; i++)
        if (!close_to(e, i, factor * wanted(e, i), fabs(factor) * bound(e, i)))
            return false;
    return true;
}

/* Wants elements that are not all the same: equal whole numbers are a multiple of any value. */
bool a_multiple(const struct evidence *e, struct verdict *v)
{
    size_t first = first_to_compare(e);
    double ratio = first < e->n ? round(found_at(e, first) / wanted(e, first)) : 0;
    if (!(ratio >= 2) || !all_times(e, ratio))
        return false;
    if (!wanted_varies(e) && wanted(e, first) == round(wanted(e, first)))
        return false;
    say(v, "every element is %g times the right one: counted more than once, or not cleared",
        ratio);
    return true;
}

bool negated(const struct evidence *e, struct verdict *v)
{
    if (!wanted_varies(e) || !all_times(e, -1))
        return false;
    say(v,
        "every element has the wrong sign: is a term, or the result, subtracted where it is to "
        "be added?");
    return true;
}

bool divided(const struct evidence *e, struct verdict *v)
{
    size_t first = first_to_compare(e);
    double ratio = e->a->type == FLOAT32 && first < e->n
                       ? round(wanted(e, first) / found_at(e, first))
                       : 0;
    if (!(ratio >= 2 && isfinite(ratio)) || !wanted_varies(e) || !all_times(e, 1 / ratio))
        return false;
    say(v,
        "every element is the right one divided by %g: here a sum stays as it is, and is no "
        "average",
        ratio);
    return true;
}

/* Whether along each line one value was found, and several are wanted; lines differ. What comes
 * of memory that nothing has written is far larger, and no such mistake. */
static bool lines_alike(const struct evidence *e, size_t lines, size_t length, size_t to_next,
                        size_t step)
{
    enum { ENOUGH = 3, FAR_LARGER = 1 << 16 };
    bool differ = false, should_vary = false;
    double most_found = 0, most_wanted = 0;
    if (lines < ENOUGH || length < ENOUGH || e->untouched || e->nans)
        return false;
    for (size_t line = 0; line < lines; line++) {
        size_t begin = line * to_next;
        differ |= found_at(e, begin) != found_at(e, 0);
        for (size_t k = 1; k < length; k++) {
            should_vary |= wanted(e, begin + k * step) != wanted(e, begin);
            if (found_at(e, begin + k * step) != found_at(e, begin))
                return false;
            most_wanted = fmax(most_wanted, fabs(wanted(e, begin + k * step)));
        }
        most_found = fmax(most_found, fabs(found_at(e, begin)));
    }
    return differ && should_vary && most_found < most_wanted * FAR_LARGER;
}

bool rows_alike(const struct evidence *e, struct verdict *v)
{
    if (!lines_alike(e, e->rows, e->cols, e->cols, 1))
        return false;
    say(v,
        "each row of %s holds one value throughout: is the column in no index of what is read?",
        e->a->name);
    return true;
}

bool columns_alike(const struct evidence *e, struct verdict *v)
{
    if (!lines_alike(e, e->cols, e->rows, 1, e->cols))
        return false;
    say(v,
        "each column of %s holds one value throughout: is the row in no index of what is read?",
        e->a->name);
    return true;
}
