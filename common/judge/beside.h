/* Tasks of a lab, judged side by side: a second judge takes them from the last on, while this
 * one takes them from the first. What it has to tell waits until it is that task's turn, so all
 * that is told stands in the order of the tasks. */
#ifndef BESIDE_H
#define BESIDE_H

#include "report.h"

/* Judges a task, and tells what is told of it meanwhile. */
typedef void judge_one(const struct task *task, struct tally *tally);

/* Starts the second judge, which has student programs of its own, and returns false. In the
 * second judge it returns true when no task is left: the caller ends it. To be called before
 * the first case begins. Without it, and where no process can be started, all tasks are judged
 * here. */
bool begin_beside(const struct task *const *listed, size_t count, judge_one *judge);

/* Gives what became of this task, which is one of the list: judges it, or waits for the one who
 * does. What the other judge has not brought to its end is judged here. To be called once a
 * task, in the order of the list. */
void judge_here_or_beside(size_t number, const struct task *task, struct tally *tally,
                          judge_one *judge);

void end_beside(void);

/* Round a case whose time is shown: while it runs, the other judge has no case. Round each
 * other case `alone` is false. */
void begin_turn(bool alone);
void end_turn(void);

#endif
