/* The programs of one judge: each is built of the core tasks' file or of stretch.cu. */
#ifndef JUDGE_PROGRAMS_H
#define JUDGE_PROGRAMS_H

#include "lab.h"
#include "program.h"

/* Takes their paths and their boxes from the options. */
void name_programs(void);

/* The task's program that runs as fast as it can, on the backend. */
struct program *fast_program(const struct task *task);

/* The one that the CPU checker watches; its path is NULL where none was named. */
struct program *checked_program(const struct task *task);

/* The one that a CPU runs as fast as it can: on a device another than the fast one, for what a
 * device cannot tell. NULL if there is none. */
struct program *plain_program(const struct task *task);

void stop_programs(void);

#endif
