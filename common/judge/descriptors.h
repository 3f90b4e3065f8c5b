/* Closing a process's own descriptors. */
#ifndef DESCRIPTORS_H
#define DESCRIPTORS_H

#include <stdbool.h>

/* All from `first` on. False if not all of them could be: who then runs another's program would
 * hand them over. */
bool close_from(int first);

#endif
