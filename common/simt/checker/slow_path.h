/* The slow path of an access: it is looked at from all sides. C11.
 *
 * A hook calls one of these before the access, unless the fast path has shown that nothing new
 * is to be learnt. `code` is what returns to the line. In lockstep the call lets the other
 * lanes run first, so the access must follow at once. Host code may come here too. */
#ifndef SIMT_SLOW_PATH_H
#define SIMT_SLOW_PATH_H

#include <stddef.h>
#include "counters/access.h"

/* An access of a size that is a power of two, up to 16. */
void simt_watch_access(const void *address, unsigned size, enum simt_access kind,
                       const void *code);

/* One of any size and alignment. */
void simt_watch_range(const void *address, size_t size, enum simt_access kind,
                      const void *code);

/* Watch the load that an atomic update begins with, and the update, after it has been done. */
void simt_watch_load(const void *address);
void simt_watch_update(const void *address, unsigned size, enum simt_access kind,
                       const void *code);

/* To be called before an atomic store is watched: it needs no value there. */
void simt_watch_store(const void *address, unsigned size);

/* The same before an exchange. Who does it again in the same place waits for a value, and is
 * told where nothing had written the first. */
void simt_watch_exchange(const void *address, unsigned size, enum simt_access kind,
                         const void *code);

/* Do a kernel's memcpy() and memset(), and watch them. */
void simt_watch_copy(char *to, const char *from, size_t size, const void *code);
void simt_watch_fill(char *to, int value, size_t size, const void *code);

/* To be called when a swap has been done, and has changed what was there. */
void simt_watch_swapped(const void *address, unsigned long long old, unsigned long long value);
/* The same of another atomic operation, which takes no lock but may free one. */
void simt_watch_changed(const void *address, unsigned long long value);

/* Watches an access of host code, by itself or by a function of the library that it calls. */
void simt_watch_host(const void *address, size_t size, enum simt_access kind, const void *code);

/* The lane is about to swap what it expects there, which is no constant: see swaps.h. */
void simt_watch_swap(const void *address, unsigned size, unsigned long long expected);

#endif
