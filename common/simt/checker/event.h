/* What a hook or another room of the checker tells of one access that is wrong, or of two that
 * race. C11. */
#ifndef SIMT_EVENT_H
#define SIMT_EVENT_H

#include <stdbool.h>
#include <stdint.h>
#include "counters/access.h"
#include "grid/kinds.h"

/* Who is one side of a race: a thread of a kernel, the host, or the work of a stream. */
enum simt_doer {
    SIMT_THREAD,
    SIMT_HOST,
    SIMT_CALLER, /* of the student's function, after it has returned */
    SIMT_CALLBACK,
    SIMT_COPIER,
    SIMT_SETTER,
    SIMT_FREER,
    SIMT_CALLERS_COPY /* in the default stream, after the function has returned */
};

/* One side of a race, or an access that is wrong in itself. */
struct simt_side {
    const void *code; /* what returns to the line */
    enum simt_access kind;
    unsigned lane, block;
    enum simt_doer doer;
    const char *file; /* where the thread's kernel was launched, in an unordered race */
    int line;
};

struct simt_event {
    enum finding_kind kind;   /* a race is FOUND_RACE, wherever it is */
    struct simt_side side[2]; /* [1].code is NULL where there is one side only */
    const void *address;
    uintptr_t word;     /* the shadow of the word that it happens to */
    unsigned size;      /* of the access */
    unsigned alignment; /* that it should have, where it is misaligned */
    bool unordered;     /* a race of streams, or of one with the host: unordered.c */
    bool under_lock;    /* a race of two that hold the same lock: locks.c */
    bool glimpsed;      /* the second has read the flag of the first: order.h */
    bool partly;        /* some of its bytes were written, of what is not initialised */
    bool open;          /* of two that count as strong, see pairs.h: a note */
    bool too_early;     /* what was to be done before has not begun, in another stream */
};

#endif
