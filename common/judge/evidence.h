/* What explain.c looks at: an output with wrong elements, and what each is and must be. */
#ifndef EVIDENCE_H
#define EVIDENCE_H

#include "case_run.h"

#include <math.h>

struct evidence {
    struct case_run *t;
    const struct case_array *a; /* the output that is wrong */
    unsigned run;               /* the first run that is wrong */
    size_t n, rows, cols;
    size_t wrong, untouched, nans; /* elements; `untouched` counts wrong ones only */
    bool *is_wrong;
};

static inline double found_at(const struct evidence *e, size_t i)
{
    return value_at(e->a, e->run, i);
}

static inline double wanted(const struct evidence *e, size_t i)
{
    return e->a->type == FLOAT32 ? e->a->want.value[i] : (double)e->a->want.exact[i];
}

static inline double bound(const struct evidence *e, size_t i)
{
    return e->a->type == FLOAT32 ? e->a->want.bound[i] : 0;
}

static inline bool close_to(const struct evidence *e, size_t i, double value, double margin)
{
    return fabs(found_at(e, i) - value) <= margin;
}

static inline struct tile tile(const struct evidence *e)
{
    return e->t->task->tile;
}

/* Elements that are all the same may be like an input for many reasons. Elements that
 * differ are hardly so by chance. */
static inline bool found_varies(const struct evidence *e)
{
    for (size_t i = 1; i < e->n; i++)
        if (found_at(e, i) != found_at(e, 0))
            return true;
    return false;
}

/* Whether the place is next to another tile. At the end of the array no halo comes from a
 * neighbour. */
static inline bool borders(size_t at, size_t tile, size_t end)
{
    return tile && ((at > 0 && at % tile == 0) || (at + 1 < end && at % tile == tile - 1));
}

#endif
