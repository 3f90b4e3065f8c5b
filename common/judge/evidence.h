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

#endif
