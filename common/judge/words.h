/* A verdict: what became of a case, why, and in which words. Those who judge fill it in with
 * these functions, which know nothing of what is judged. */
#ifndef WORDS_H
#define WORDS_H

#include "cause.h"
#include "lab.h"
#include "simt/grid/kinds.h"

#include <stdbool.h>
#include <stddef.h>

/* REASON_WRONG and so on. */
enum reason {
#define REASON(name, word) REASON_##name,
#include "reasons.inc"
#undef REASON
};

struct verdict {
    bool passed;
    enum reason reason;
    bool has_read;    /* the host has read much, with which the device may have gone on */
    bool out_of_time; /* it was stopped, by the judge or by the device, for taking too much */
    bool overworked;  /* it does far too much: larger cases would take too long */
    bool unseen;      /* remarked, since it took too long to be looked at */
    bool let_off;     /* passed unseen, where a few blocks of a CPU may tell */
    bool remarked;    /* passed, and the text says what would go wrong beyond what is asked */
    const char *pattern;    /* of wrong elements: what they suggest, or "" */
    size_t wrong, of;       /* elements, where elements were compared */
    unsigned run;           /* the first run that is not as it should be, or 0 */
    size_t last_words;      /* where the program's own begin in the text, or 0 */
    size_t guess;           /* where what wrong elements suggest begins in the text, or 0 */
    enum cause cause;       /* of the guess */
    bool known_mistake;     /* the guess is one of the lab's, which fits all elements */
    bool explained;         /* the CPU checker has said what it comes from, and at which line */
    bool renewed;           /* it is of a call with other values */
    enum reason found;      /* what it found there; REASON_OK if that has no name */
    struct traffic traffic; /* of a COUNTED case */
    char text[4096];        /* in words, a few lines; ends without a newline */
};

/* The reason as the verdict's JSON has it. */
const char *reason_word(enum reason reason);

/* Makes it a failed verdict, with these words. The text that v->text had before is lost; copy
 * it first to keep it. */
void fail(struct verdict *v, enum reason reason, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Says that what say() appends from here on is a guess, which has this cause. */
void begin_guess(struct verdict *v, enum cause cause);

/* How much of v->text may be shown beside that finding of the checker: all but a guess that has
 * another cause. */
size_t length_beside(const struct verdict *v, enum reason found);

/* Appends to v->text. */
void say(struct verdict *v, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
