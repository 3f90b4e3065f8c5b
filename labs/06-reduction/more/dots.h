/* What lab 06's reference and mistakes have in common in tasks without points: dot products. */
#ifndef DOTS_H
#define DOTS_H

#include "lab.h"

/* Expects the dot product of two inputs, but for the last `lost` products. */
void expect_dot_of(struct case_run *t, const char *x, const char *y, size_t lost);

#endif
