/* The words of wide.c: how large a case's numbers are, and what counts no further. */
#ifndef WIDE_WORDS_H
#define WIDE_WORDS_H

#include "verdict.h"

/* Whether one of its outputs is wide. If not, it is small but for its indices, and all of it
 * runs. */
bool has_an_end(const struct case_run *t);

/* The largest of the case's own numbers. */
int64_t widest(const struct case_run *t);

/* Each says more of the verdict: which numbers the case has; where a product of ints leads; and
 * where 16 bits, or a float, end. */
void say_numbers(const struct case_run *t, struct verdict *v);
void say_how_wide(const struct case_run *t, struct verdict *v);
void say_float(const struct case_run *t, struct verdict *v);

/* Fails it, whatever was found before: it goes on and on. */
void fail_endless(const struct case_run *t, struct verdict *v);

#endif
