/* The second and third rule of a task, judged in the CPU checker's program: clean, and by the
 * technique taught. Also what else a second run shows of a case. The caller has judged the case
 * before, in the fast program. */
#ifndef RERUN_H
#define RERUN_H

#include "program.h"
#include "words.h"

/* Judges cases that are CHECKED, COUNTED or WATCHED, and those whose memory the host shares;
 * ask_checker() in judge.c decides which. Explains a wrong result by what the checker finds. */
void check_clean(struct program *checked, const struct case_run *t, struct verdict *v);

/* Judges by the widest launch of the run that the caller has made: many elements of a stretch
 * task are no work for a few blocks. */
void check_width(const struct case_run *t, struct verdict *v);

/* Judges a case with wide arrays that is WATCHED, by a few blocks: whether these write beside
 * an array, as where one of the answer's own has a fixed size, and whether threads of a block
 * race, as where it goes on to further rows; there with the nearer number as well. */
void check_blocks(struct program *checked, const struct case_run *t, struct verdict *v);

/* Judges a case that is wrong where a single block goes on from element to element: whether its
 * threads race there, which is then the cause. */
void check_one_block(struct program *checked, const struct case_run *t, struct verdict *v);

/* Puts before the verdict's text what the checker says of a case that has failed in the fast
 * program; the reason stays. For cases that check_clean() has not seen. */
void find_cause(struct program *checked, const struct case_run *t, struct verdict *v);

/* Puts before the text of a wrong result that it is right where threads and blocks take turns
 * the other way round, if so. */
void look_in_other_order(struct program *program, const struct case_run *t, struct verdict *v);

/* For a case that has failed because the host read much before the device went on. Runs it
 * again with other values for what the host reads; if the result is the same, judges it without
 * that rule. */
void judge_blind(const struct program *like, struct case_run *t, struct ending_of_ask ending,
                 struct verdict *v);

#endif
