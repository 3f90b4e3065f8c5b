/* The first rule of a task: the outputs are right, and made as they must be. */
#ifndef VERDICT_H
#define VERDICT_H

#include "program.h"
#include "words.h"

/* Decides on the case that program_ask() has just asked. Also computes the expectation, which
 * write_json() and its kin need. */
void decide(struct case_run *t, struct ending_of_ask ending, struct verdict *v);

/* Whether the answer names this error of CUDA's. */
bool has_error(const struct case_run *t, const char *name);

/* Whether what went wrong may come from something that the checker sees. */
bool has_hidden_cause(const struct verdict *v);

#endif
