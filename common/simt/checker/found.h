/* A finding while it is counted, and where in the program it is: what findings.c, where.c and
 * finding_words.c share. C11. */
#ifndef SIMT_FOUND_H
#define SIMT_FOUND_H

#include <string.h>
#include "checker/event.h"
#include "checker/window.h"
#include "cuda/api.h"
#include "grid/lines.h"

/* What stands for the name of an extern __shared__ array. */
#define SIMT_DYNAMIC_NAME "dynamic_shared"

enum simt_space {
    SIMT_SPACE_UNKNOWN,
    SIMT_SPACE_GLOBAL,
    SIMT_SPACE_SHARED,
    SIMT_SPACE_PINNED,
    SIMT_SPACE_MANAGED,
    SIMT_SPACE_HOST
};

/* Where an access goes: in elements of the array, or, where these are not known, of its size.
 */
struct where {
    enum simt_space space;
    char name[48];
    long long index, offset;
    unsigned part; /* byte of the element */
    unsigned long long elements, bytes;
    bool freed;
    size_t row, pitch; /* in bytes, of what cudaMallocPitch() has given; else 0 */
    bool unnamed;      /* an allocation of the function's own: the judge's arrays have names */
};

/* The events of one place. */
struct found {
    /* The one that is told. Its sides are in the order in which they are told, and its kind is
     * a note where it has turned out to be one. */
    struct simt_event event;
    struct where where;        /* of its address */
    dim3 block, grid;          /* of its launch */
    unsigned long long launch; /* the first in which it was seen */
    unsigned long long count;
    char text[SIMT_TEXT_BYTES]; /* worded already */
    struct simt_source line[2]; /* of its sides */
    bool across;                /* there are pairs of threads of different blocks */
    bool across_warps;          /* or warps */
    bool first_read;            /* of a compare-and-swap loop: a note */
    bool lost_update;           /* others write the element by the line that writes here */
};

static inline bool simt_same_line(const struct found *f)
{
    return f->line[0].line == f->line[1].line && strcmp(f->line[0].file, f->line[1].file) == 0;
}

/* Between the end of a row and the start of the next one. */
static inline bool simt_is_behind_a_row(const struct where *where)
{
    return where->pitch && where->offset >= 0 &&
           (size_t)where->offset % where->pitch >= where->row;
}

static inline bool simt_is_in_shared_memory(const struct where *where)
{
    return where->space == SIMT_SPACE_SHARED;
}

/* As where a copy of so many floats is told their number for the bytes. */
static inline bool simt_ends_after_a_quarter(const struct where *where)
{
    return !simt_is_in_shared_memory(where) && where->offset > 0 &&
           (unsigned long long)where->offset * sizeof(float) == where->bytes;
}

/* In the window, or where an index leads from one of its first arrays that is far too small. */
static inline bool simt_is_around_window(uintptr_t address)
{
    return simt_in_window(address) || SIMT_WINDOW - address < SIMT_SLOT;
}

/* where.c: "shared memory" and so on; "" of an unknown one. */
const char *simt_space_word(enum simt_space space);

/* where.c: in which array an access of so many bytes goes; the id of the word that an event of
 * a block is about. Takes no lock of the findings. */
struct where simt_locate(const void *address, unsigned size);
unsigned long long simt_id_of_event(const struct where *where, const void *address,
                                    unsigned block);

/* Mixes the bits of an id. */
unsigned long long simt_mix(unsigned long long x);

/* findings.c: of those that simt_list_findings() has given last, number i. */
const struct found *simt_found_at(unsigned i);

/* finding_words.c: the finding in words; its lines must have been found. */
void simt_put_into_words(char *text, size_t size, const struct found *found);

#endif
