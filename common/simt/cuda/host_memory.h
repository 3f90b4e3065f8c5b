/* The host's memory while a kernel runs. A device cannot reach it. In the fast program nobody
 * looks at each access, so it is closed to stores. C11 and C++. */
#ifndef SIMT_HOST_MEMORY_H
#define SIMT_HOST_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* From now on each launch closes it: the stack of the program's first thread, its heap, and the
 * variables of the host. Memory that was allocated before stays open. stdout needs a buffer of
 * its own, since kernels print. */
void simt_guard_host_memory(void);

bool simt_guards_host_memory(void);

/* To be called around a launch, by the thread that launches. What lies on its stack a page or
 * more above `frame` is closed. The second returns the name of a variable that was written all
 * the same, or NULL. */
void simt_close_host_memory(const void *frame);
const char *simt_open_host_memory(void);

/* Whether all these bytes lie in memory that host code may use: its stack, its heap, its
 * variables. */
bool simt_is_host_memory(const void *address, size_t bytes);

/* How far down the stack of the program's first thread may go, and where it ends. */
void *simt_lowest_of_stack(void);
uintptr_t simt_end_of_stack(void);

/* During a launch, around what the runtime has to keep there on behalf of a kernel. */
void simt_let_runtime_in(void);
void simt_let_runtime_out(void);

/* For a fault in host code, for example in another of its threads. Returns true if the fault
 * was there, and the code may go on. Safe in a signal handler. */
bool simt_let_host_write(const void *address);

/* Whether the address is closed now. Safe in a signal handler. */
bool simt_is_closed_host_memory(const void *address);

#ifdef __cplusplus
}
#endif

#endif
