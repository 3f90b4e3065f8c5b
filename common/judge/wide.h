/* Cases whose indices exceed 31 bits, by arrays that hardly lie anywhere: see struct wide in
 * lab.h. case_run.c lays them out, program.c asks, verdict.c judges what has come back. */
#ifndef WIDE_H
#define WIDE_H

#include "verdict.h"

static inline bool is_wide(const struct case_run *t)
{
    return t->test_case->wide[0].number;
}

/* Asks the program and decides. Where the case's numbers are ints, and only an index is none,
 * what is wrong is no more than a remark. What the machine has no room or no time for has
 * passed, too, and the remark says so.
 *
 * Where an int counts all elements (2^24 of them and more, of which a float does not), or the
 * case names a nearer number, what is wrong is wrong; who could only be judged by all blocks,
 * and takes too long, is let off without a word. */
void judge_wide(struct program *program, struct case_run *t, bool on_cpu, struct verdict *v);

#endif
