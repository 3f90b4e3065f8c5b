/* Calls by pointers, which may lead to functions that the text does not name. C11. */
#ifndef SIMT_COMPUTED_CALLS_H
#define SIMT_COMPUTED_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* From now on a stranger's program ends where it is to call something else than a function of
 * its own, one whose address its text takes, or a virtual one of the C++ library. Does nothing
 * in a program that was not inspected, and where compilers cannot tell of such calls. */
void simt_watch_computed_calls(void);

/* Ends the program if such a call of `function`, wanted by `code`, is none of these. */
void simt_check_call(const void *function, const void *code);

/* Where the return address `code` of the host's function lies whose frame begins at `frame` or
 * below. NULL if the function has not said where it is to return to. */
const void *simt_place_of_return(const void *frame, const void *code);

/* Whether some of these bytes hold where functions are to return to. */
bool simt_holds_returns(uintptr_t at, size_t bytes);

/* Whether none of these calls would be refused. */
bool simt_may_be_called(const void *function);

#endif
