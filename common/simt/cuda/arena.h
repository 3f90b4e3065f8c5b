/* The arenas of device, managed and pinned memory, for CUDA's functions in allocate.c; memory.h
 * has what others may ask. C11. Any thread may call these. */
#ifndef SIMT_ARENA_H
#define SIMT_ARENA_H

#include "cuda/memory.h"

/* Returns a new allocation, or NULL if there is no room. Its bytes are left as they were.
 * `bytes` must not be 0. */
struct simt_allocation *simt_allocate(size_t bytes, enum simt_kind kind);

/* Frees the live allocation that starts at `pointer`. Returns false if there is none, or none
 * that is pinned or not, as `pinned` says. */
bool simt_release(const void *pointer, bool pinned);

/* The same for what a kernel's malloc() has given. */
bool simt_release_in_kernel(const void *pointer);

/* Pin host memory that lies elsewhere, and end that. The caller has checked that nothing, or
 * that exactly this, is known there. */
void simt_register_host(void *pointer, size_t bytes);
void simt_unregister_host(const void *pointer);

/* Calls `see` for all memory that host code may touch as well: managed, pinned and registered.
 */
void simt_each_open_span(void see(const char *begin, size_t bytes));

/* How far `address` lies outside of the `bytes` at `base`: 0 if it lies in there. */
static inline size_t simt_distance(const char *base, size_t bytes, const void *address)
{
    const char *at = address;
    if (at < base)
        return (size_t)(base - at);
    return at < base + bytes ? 0 : (size_t)(at - (base + bytes)) + 1;
}

/* The number of the last allocation that was made. */
unsigned simt_last_allocation(void);

/* How many of simt_device_bytes() (runtime.h) are allocated. */
size_t simt_device_bytes_used(void);

#endif
