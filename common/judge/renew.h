/* Whether a function that is called again, with the same pointers, looks again at what is
 * there. */
#ifndef RENEW_H
#define RENEW_H

#include "verdict.h"

/* Whether the case is fit for it: to be known before it is asked, since its arrays then stay.
 */
bool may_be_renewed(const struct case_run *t);

/* Asks for the case with other values in arrays at the same addresses, and says what is wrong
 * then. False if it has no other values. */
bool judge_renewed(struct program *program, const struct case_run *like, struct verdict *v);

#endif
