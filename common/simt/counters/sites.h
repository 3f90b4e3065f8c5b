/* Where a kernel does something: an instruction, reached by a path of calls. C11; private to
 * the counters. */
#ifndef SIMT_SITES_H
#define SIMT_SITES_H

#include <stdatomic.h>
#include <stdint.h>

enum { SIMT_MAX_SITES = 0xffff, SIMT_MAX_PATHS = 256 };

/* What a site does. */
enum simt_trace_kind {
    SIMT_BLOCK, /* begins a basic block */
    SIMT_GLOBAL_LOAD,
    SIMT_GLOBAL_STORE,
    SIMT_SHARED_LOAD,
    SIMT_SHARED_STORE,
    SIMT_GLOBAL_ATOMIC,
    SIMT_SHARED_ATOMIC,
    SIMT_UNCOUNTED, /* reads constant memory */
    SIMT_CLOCK,     /* reads clock64() */
};

struct simt_site {
    const void *code;  /* the return address of its hook */
    const void *block; /* the same of the block of which it is the first thing, or NULL */
    enum simt_trace_kind kind;
    unsigned size, path;
    unsigned what; /* kind, size and path as they are looked for */
    uint16_t next; /* with the same hash */
};

/* From 1 up; number 0 is none. */
extern struct simt_site simt_sites[SIMT_MAX_SITES];
extern atomic_uint simt_site_count;

/* The number of the site of that instruction, size (up to 255) and path; `address` is where it
 * accesses memory for the first time, and `block` as above. */
uint16_t simt_site_at(const void *code, enum simt_trace_kind kind, unsigned size, unsigned path,
                      const void *address, const void *block);

/* Lanes go from one site to the `next`: the block that this begins, if it lies behind the one
 * and is nearer than `nearest`, which may be NULL; else `nearest`. */
const void *simt_nearer_block(unsigned site, unsigned next, const void *nearest);

/* The path of calls that goes on from `parent` by that call, 0 if there are too many; and back.
 * Path 0 is the kernel's own. */
uint16_t simt_longer_path(uint16_t parent, const void *call);
uint16_t simt_parent_path(uint16_t path);

/* The order of sites along the program, as far as `ranked` sites have a rank: the smaller it
 * is, the further behind is a lane that is there. The end of a stream has one, too. */
struct simt_ranks {
    unsigned ranked;
    uint16_t of[SIMT_MAX_SITES + 1]; /* by site */
};

/* Gives ranks to all sites, if there are new ones. */
void simt_rank_sites(struct simt_ranks *ranks);

#endif
