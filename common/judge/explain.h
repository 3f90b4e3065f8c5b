/* What wrong elements suggest. */
#ifndef EXPLAIN_H
#define EXPLAIN_H

#include "case_run.h"
#include "words.h"

/* Explains the wrong elements of one output, of which there must be some: sets v->pattern and
 * appends to v->text. */
void explain(struct case_run *t, const struct case_array *a, struct verdict *v);

#endif
