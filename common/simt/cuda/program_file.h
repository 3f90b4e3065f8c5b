/* The program's own file, for its symbols and its lines. C11. */
#ifndef SIMT_PROGRAM_FILE_H
#define SIMT_PROGRAM_FILE_H

/* Opens it to be read; -1 if it cannot be found. *name becomes the name that leads to it, but
 * for NULL. Safe in a signal handler. */
int simt_open_program(const char **name);

#endif
