/* The code of the C++ library, which no device has, and of CUDA's runtime. C11. */
#ifndef SIMT_FOREIGN_CODE_H
#define SIMT_FOREIGN_CODE_H

#include <stdbool.h>

/* To be called around a launch, by the thread that launches. In between, nobody can run that
 * code, if host memory is guarded: its loads and stores have no hooks, and it keeps something
 * for the host, such as how often it was called. Nor can a kernel call what of CUDA's runtime
 * is for the host. */
void simt_close_foreign_code(void);
void simt_open_foreign_code(void);

/* Whether the address is in such code. Safe in a signal handler. */
bool simt_is_foreign_code(const void *address);

#endif
