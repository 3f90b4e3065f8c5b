/* The second and third rule of a task, in the CPU checker's program: clean, and by the
 * technique taught; and what else becomes of a case when it runs again. The caller has decided
 * on the case before, in the fast program. */
#ifndef RERUN_H
#define RERUN_H

#include "program.h"
#include "words.h"

/* For cases that are CHECKED, COUNTED or WATCHED, and for those whose memory the host shares
 * (ask_checker() in judge.c). Explains a wrong result by what it finds. */
void check_clean(struct program *checked, const struct case_run *t, struct verdict *v);

/* What the checker's program says of a case that failed where its outputs are made: put before
 * the verdict's text, whose reason stays. For cases that check_clean() has not seen. */
void find_cause(struct program *checked, const struct case_run *t, struct verdict *v);

/* For a case whose verdict is that the host has read much before the device went on: judges it
 * anew, without that, if what the host has read makes no difference. */
void judge_blind(const struct program *like, struct case_run *t, struct ending_of_ask ending,
                 struct verdict *v);

#endif
