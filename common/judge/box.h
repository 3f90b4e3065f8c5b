/* A box round a hand-in's program: a command of grader/class, which the judge only starts. */
#ifndef BOX_H
#define BOX_H

/* The status of a box that could not be made: nothing has run in it. */
enum { BOX_FAILED = 126 };

/* Becomes the command, whose words `box` has, with `program` as its last; returns if that
 * cannot be. The box drops capabilities itself, since it needs them to be made. */
void enter_box(const char *box, const char *program, char **environment);

/* The signal by which the program ended, if its box's exit status tells of one as shells do; or
 * 0. */
int signal_from_box(int status);

#endif
