/* Functions of the C++ library that write where they are told: its code has no hooks. C11. */
#ifndef SIMT_CXX_CALLS_H
#define SIMT_CXX_CALLS_H

/* Before main(): from now on a stranger's host code that has one of them write to what the
 * checker, the counters or the runner know ends before it is done, and so does a kernel that
 * calls one. */
void simt_watch_cxx_calls(void);

#endif
