/* Whether a function that is called again with the same pointers reads its inputs again. */
#ifndef RENEW_H
#define RENEW_H

#include "verdict.h"

/* Whether the case can be asked in that way. The caller must know it before it asks, since the
 * arrays then stay on the device. */
bool may_be_renewed(const struct case_run *t);

/* Asks for the case with other values in arrays at the same addresses, and says what is wrong
 * then. Returns false if the case has no other values. */
bool judge_renewed(struct program *program, const struct case_run *like, struct verdict *v);

#endif
