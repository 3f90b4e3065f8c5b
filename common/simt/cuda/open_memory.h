/* Managed, pinned and registered memory in the fast program: how much the host reads of it
 * before the device goes on. It is counted in pages, since nobody looks at each access. C11 and
 * C++. */
#ifndef SIMT_OPEN_MEMORY_H
#define SIMT_OPEN_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* From now on each launch closes it to the host, and a page opens when the host first touches
 * it. */
void simt_watch_open_memory(void);

/* To be called around a launch. */
void simt_open_to_device(void);
void simt_close_to_host(void);

/* To be called before a copy or a memset reads or writes there, and after a copy has brought
 * there what the device may have made. */
void simt_open_to_copy(const void *at, size_t bytes);
void simt_close_behind_copy(const void *at, size_t bytes, const void *from);

/* To be called before registered memory is the host's alone: it may read there all that kernels
 * left. */
void simt_host_takes_back(const char *begin, size_t bytes);

/* For a fault in host code. Returns true if the fault was there, and the code may go on. Safe
 * in a signal handler that the host's code has run into. */
bool simt_let_host_in(const void *address);

/* How many bytes the pages have that the host touched before the device went on, but no more
 * than were allocated there. A few pages are free, since a flag may cost a whole one. */
unsigned long long simt_pages_read_by_host(void);
void simt_forget_pages_read(void);

#ifdef __cplusplus
}
#endif

#endif
