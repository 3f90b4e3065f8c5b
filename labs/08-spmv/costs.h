/* What `make check` shows below the ok of a task of lab 08. */
#ifndef COSTS_H
#define COSTS_H

#include "lab.h"

#include <stdio.h>

/* Of the text's matrix its y; of others how many places each format has for them. */
void report_costs(const struct case_run *t, FILE *out);

/* How long the kernels took, where the matrix is a file's. */
void report_time(const struct case_run *t, FILE *out);

#endif
