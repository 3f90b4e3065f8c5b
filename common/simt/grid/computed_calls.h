/* Calls by pointers, which may lead to functions that the text does not name. C11. */
#ifndef SIMT_COMPUTED_CALLS_H
#define SIMT_COMPUTED_CALLS_H

#include <stdbool.h>

/* From now on a stranger's program ends where it is to call something else than a function of
 * its own, one whose address its text takes, or a virtual one of the C++ library. Does nothing
 * in a program that was not inspected, and where compilers cannot tell of such calls. */
void simt_watch_computed_calls(void);

/* Ends the program if such a call of `function`, wanted by `code`, is none of these. */
void simt_check_call(const void *function, const void *code);

/* Whether none of these calls would be refused. */
bool simt_may_be_called(const void *function);

#endif
