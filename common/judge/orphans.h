/* Processes that a program leaves behind when it ends: they come to the judge, which kills
 * them. */
#ifndef ORPHANS_H
#define ORPHANS_H

#include <stdbool.h>
#include <sys/types.h>

/* From now on they come to us. False if the system refuses. */
bool orphans_adopt(void);

/* This child of ours is a program that runs, and left alone: begins, and ends, to be one. */
void orphans_keep(pid_t program);
void orphans_keep_no_more(pid_t program);

/* This one is no program's, and is left alone, too; 0: there is none any more. */
void orphans_spare(pid_t child);

/* Kills all other children of ours, and theirs. */
void orphans_kill(void);

#endif
