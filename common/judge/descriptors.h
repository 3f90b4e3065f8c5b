/* Closing a process's own descriptors. */
#ifndef DESCRIPTORS_H
#define DESCRIPTORS_H

#include <stdbool.h>

/* Closes all from `first` on. Returns false if some are left open: a caller that then runs
 * another's program would hand them over. */
bool close_from(int first);

#endif
