/* The code of the C++ library, which no device has. C11. */
#ifndef SIMT_FOREIGN_CODE_H
#define SIMT_FOREIGN_CODE_H

#include <stdbool.h>

/* To be called around a launch of a checked program, by the thread that launches. In between,
 * nobody can run that code, whose loads and stores have no hooks, if host memory is guarded. */
void simt_close_foreign_code(void);
void simt_open_foreign_code(void);

/* Whether the address is in such code. Safe in a signal handler. */
bool simt_is_foreign_code(const void *address);

#endif
