/* Functions of the C++ library that write where they are told: its code has no hooks. C11. */
#ifndef SIMT_CXX_CALLS_H
#define SIMT_CXX_CALLS_H

/* To be called before main(). From then on, the program ends when a stranger's host code has
 * one of these functions write to what the checker, the counters or the runner keep, before it
 * is done; and when a kernel calls one. */
void simt_watch_cxx_calls(void);

#endif
