/* What the checker has found: events come in from all its rooms, findings go out in words. C11.
 *
 * Any worker may report at any time; a lock keeps the reports apart, and no tick interrupts who
 * holds it. An event is counted once for each word of memory that it happens to. Of the events
 * of a place one is told, the first by block, element and thread, whatever came first in time.
 */
#ifndef SIMT_FINDINGS_H
#define SIMT_FINDINGS_H

#include <stdbool.h>
#include <stdint.h>
#include "checker/checked.h"
#include "counters/access.h"

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
    enum finding_kind kind; /* a race is FOUND_RACE, wherever it is */
    struct simt_side side[2];
    const void *address;
    uintptr_t word;     /* the shadow of the word that it happens to */
    unsigned size;      /* of the access */
    unsigned alignment; /* that it should have, where it is misaligned */
    bool unordered;     /* a race of streams, or of one with the host: unordered.c */
    bool under_lock;    /* a race of two that hold the same lock: locks.c */
    bool partly;        /* some of its bytes were written, of what is not initialised */
};

void simt_report(const struct simt_event *event);

/* What others have found and worded, as observer.h has it. */
void simt_report_worded(enum finding_kind kind, const void *code, const char *text);

/* The findings in words, and an end to them: see checked.h. Between launches. */
unsigned simt_word_findings(struct simt_finding *findings, unsigned most);
void simt_drop_findings(void);

/* A number for a word of an array, which is the same in each run and build. Shared memory is
 * another one in each block. For tests, as are the next two. */
unsigned long long simt_word_name(const char *array, long long word, bool shared,
                                  unsigned block);

bool simt_word_races(unsigned long long name);

/* How many words have races, and the sum of their names. */
unsigned simt_racy_words(unsigned long long *sum);

#endif
