/* A box round a hand-in's program. A command of grader/class makes it; the judge only starts
 * that. */
#ifndef BOX_H
#define BOX_H

/* The exit status of a box that could not be made: nothing has run in it. */
enum { BOX_FAILED = 126 };

/* Replaces this process by the command `box`, a list of words, with `program` as its last.
 * Returns only if that fails. The box needs its capabilities to be made, and then drops them.
 */
void enter_box(const char *box, const char *program, char **environment);

/* Returns the signal that ended the program, if the exit status of its box tells of one as
 * shells do; otherwise 0. */
int signal_from_box(int status);

#endif
