/* Cases whose indices exceed 31 bits, by arrays that hardly lie anywhere: see struct wide in
 * lab.h. case_run.c lays them out, program.c asks, verdict.c judges what has come back. */
#ifndef WIDE_H
#define WIDE_H

#include "verdict.h"

static inline bool is_wide(const struct case_run *t)
{
    return t->test_case->wide[0].number;
}

/* Asks the program and decides. Where all numbers of the case fit an int, and only an index
 * does not, wrong elements are no more than a remark. So is a case for which the machine has
 * too little memory or time.
 *
 * Where an int counts all elements (2^24 and more, which a float does not), or the case names a
 * nearer number, wrong is wrong. An answer that only all blocks together could decide on, and
 * that takes too long, passes without a remark. */
void judge_wide(struct program *program, struct case_run *t, bool on_cpu, struct verdict *v);

/* Once more by the program that a CPU runs, for a case that a device has let off: so that both
 * backends refuse the same. */
void judge_let_off(struct program *plain, const struct case_run *t, struct verdict *v);

#endif
