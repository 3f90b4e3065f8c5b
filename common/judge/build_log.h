/* Why a program could not be built, as the log beside it says. */
#ifndef BUILD_LOG_H
#define BUILD_LOG_H

#include "program.h"
#include "words.h"

/* Fails the case with the first line of PROGRAM.log that names an error, or that says what is
 * missing or was refused. */
void fail_to_build(const struct program *program, struct verdict *v);

#endif
