/* Elements that are the right ones times something, or the same all along a row or a column.
 * Each function is a pattern, as explain.c has them. */
#ifndef WRONG_FACTORS_H
#define WRONG_FACTORS_H

#include "evidence.h"
#include "words.h"

/* By a whole number of 2 or more. */
bool a_multiple(const struct evidence *e, struct verdict *v);

/* By -1. */
bool negated(const struct evidence *e, struct verdict *v);

/* Floats that are divided by a whole number of 2 or more, as for an average. */
bool divided(const struct evidence *e, struct verdict *v);

/* Each row holds one value throughout, where its elements should differ; each column does. */
bool rows_alike(const struct evidence *e, struct verdict *v);
bool columns_alike(const struct evidence *e, struct verdict *v);

#endif
