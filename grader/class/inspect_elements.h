/* Elements of arrays that are reached by an index. By one that leads far beyond its array a
 * kernel could read anything, so each such access has a hook, or g++ asks before it where it
 * leads (-fsanitize=object-size). Refused is where it does neither. */
#ifndef INSPECT_ELEMENTS_H
#define INSPECT_ELEMENTS_H

#include "inspect_gimple.h"

/* A function begins. */
void begin_elements(void);

/* Its next statement. */
void check_elements(struct text t);

#endif
