/* Which allocation an address belongs to, and the door of device memory. C11 and C++.
 *
 * Any thread may call these, but not from within observer.h's allocation_changed(). A pointer
 * that they return lasts until the next allocation. */
#ifndef SIMT_MEMORY_H
#define SIMT_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes allocated and not freed yet, of all kinds that a program must free. */
unsigned long long simt_allocated(void);

/* Whether a kernel's malloc() has returned NULL since the last call: its heap was full. */
bool simt_heap_was_full(void);

/* Names the `bytes` at `payload`, inside one allocation, in reports. What lies in that
 * allocation outside of all named parts is then out of bounds. */
void simt_name_array(const void *payload, size_t bytes, const char *name);

/* SIMT_HEAP is what a kernel's malloc() gives. */
enum simt_kind {
    SIMT_DEVICE,
    SIMT_MANAGED,
    SIMT_HOST_PINNED,
    SIMT_CONSTANT,
    SIMT_GLOBAL,
    SIMT_HEAP
};

/* A named part of an allocation (simt_name_array). */
struct simt_array {
    const char *begin;
    size_t bytes;
    char name[40];
    struct simt_array *next;
};

/* What each word of new managed and pinned memory is, if it is not 0: so that one can see
 * whether somebody has written it. Must be set before the first allocation. */
extern unsigned simt_fresh_open;

struct simt_allocation {
    char *base;   /* 256-byte aligned */
    size_t bytes; /* as asked for */
    enum simt_kind kind;
    bool freed;        /* kept for a while, to name a use after free */
    bool stays;        /* freed, large, and its pages are still there */
    bool sparse;       /* made while simt_allocate_sparsely() was on */
    const void *code;  /* that asked for it */
    unsigned number;   /* the how-manyth allocation of the process */
    size_t row, pitch; /* of cudaMallocPitch(): a row's bytes, and how far apart rows begin */
    size_t element;    /* bytes of what the pointer that got it points to; 0 where not known */
    struct simt_array *arrays;
};

/* Returns the allocation that holds `address` or, failing that, the nearest one within its red
 * zone or a page; NULL if none is near. */
const struct simt_allocation *simt_allocation_at(const void *address);

/* Returns the allocation's named part that is nearest to `address`, or NULL if it has none. */
const struct simt_array *simt_nearest_array(const struct simt_allocation *allocation,
                                            const void *address);

/* Whether live pinned memory lies there, or memory that has been registered as such. */
bool simt_is_pinned(const void *address);

/* Whether there has been managed, pinned or registered memory. */
bool simt_has_open_memory(void);

/* Returns the first live allocation of those made after number `number`, or NULL. */
const struct simt_allocation *simt_next_live(unsigned number);

/* Writes where `address` lies, in words: "4 bytes past the end of d_out (400 bytes)". */
void simt_describe(const void *address, char *text, size_t size);

/* Device memory is unreadable to host code (PROT_NONE) except between these two calls, which
 * nest: a launch, a copy or a memset opens it. Costs two system calls, none when nothing is
 * allocated; measured 15 us there and back for 100 MiB, in huge pages. */
void simt_open_device_memory(void);
void simt_close_device_memory(void);

/* While this is on, device memory may be as large as its address space, for a caller who uses
 * little of it. */
void simt_allocate_sparsely(bool on);
bool simt_allocates_sparsely(void);

/* Makes zeros of the bytes, which may be written: whole pages go back to the system, and are
 * zeros when they are used again. */
void simt_zero_pages(char *at, size_t bytes);

/* While this is on, new memory is not filled with junk, for a caller who writes all of it. */
void simt_leave_out_junk(bool on);

#ifdef __cplusplus
}
#endif

#endif
