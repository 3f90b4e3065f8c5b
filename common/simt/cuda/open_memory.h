/* Managed, pinned and registered memory in the fast program: what the host reads of it before
 * the device goes on, counted by pages, since nobody looks at each access. C11. */
#ifndef SIMT_OPEN_MEMORY_H
#define SIMT_OPEN_MEMORY_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* From now on it is closed to the host behind each launch, and a page is opened when the host
 * first goes there. */
void simt_watch_open_memory(void);

/* Around a launch. */
void simt_open_to_device(void);
void simt_close_to_host(void);

/* Copies and memsets begin. */
void simt_device_goes_on_by_copy(void);

/* On a fault of host code: true if it was there, and may go on. Safe in a signal handler that
 * the host's code has run into. */
bool simt_let_host_in(const void *address);

/* Bytes of pages that the host has gone to, and then the device went on; a few pages are free,
 * since a flag costs a whole one. */
unsigned long long simt_pages_read_by_host(void);
void simt_forget_pages_read(void);

#ifdef __cplusplus
}
#endif

#endif
