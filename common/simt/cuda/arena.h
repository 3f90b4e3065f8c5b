/* The arenas of device, managed and pinned memory: what the functions of CUDA in memory.c ask
 * of them; memory.h has what others may ask. C11. All may be called by any thread. */
#ifndef SIMT_ARENA_H
#define SIMT_ARENA_H

#include "cuda/memory.h"

/* A new allocation, or NULL if there is no room. Its bytes are what they were; `bytes` > 0. */
struct simt_allocation *simt_allocate(size_t bytes, enum simt_kind kind);

/* Frees the live allocation that starts at `pointer`; false if there is none of that sort. */
bool simt_release(const void *pointer, bool pinned);

/* Host memory that lies elsewhere is pinned, and no longer. The caller has checked that
 * nothing, or that exactly this, is known there. */
void simt_register_host(void *pointer, size_t bytes);
void simt_unregister_host(const void *pointer);

/* Calls it for the memory of both kinds that host code may touch: managed and pinned, and what
 * has been registered. */
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

/* Of simt_device_bytes() (runtime.h), those that are allocated. */
size_t simt_device_bytes_used(void);

#endif
