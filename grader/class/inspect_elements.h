/* Elements of arrays that are reached by an index. By one that leads far beyond its array a
 * kernel could read anything, so each such access has a hook, or g++ asks before it where it
 * leads (-fsanitize=object-size). Refused is where it does neither. */
#ifndef INSPECT_ELEMENTS_H
#define INSPECT_ELEMENTS_H

#include "inspect_gimple.h"

/* What the inspection ends with where g++ is to ask of each index, and not of the place alone
 * (-fsanitize=bounds): an array is reached by several, of which it trusts the last, since a
 * mask makes it small, and so asks nothing. */
enum { WANTS_EACH_INDEX = 3 };

/* Whether it does. */
extern bool asks_each_index;

/* A function begins. */
void begin_elements(void);

/* Its next statement. */
void check_elements(struct text t);

#endif
