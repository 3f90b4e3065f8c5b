/* What copies to the host leave wrong: a part of the bytes, or memory that no kernel had
 * written. Each function is a pattern, as explain.c has them. */
#ifndef WRONG_COPIES_H
#define WRONG_COPIES_H

#include "evidence.h"
#include "words.h"

/* A copy to the host was given the number of elements, but takes the number of bytes. */
bool elements_for_bytes(const struct evidence *e, struct verdict *v);

/* All wrong elements hold what new device memory holds on the CPU backend. */
bool fresh_memory(const struct evidence *e, struct verdict *v);

#endif
