/* A verdict: what became of a case, why, and in which words. Those who judge fill it in here;
 * nobody in here knows what is judged. */
#ifndef WORDS_H
#define WORDS_H

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
    bool out_of_time; /* it was stopped, by the judge or by the device, for taking too long */
    const char *pattern; /* of wrong elements: what they suggest, or "" */
    size_t wrong, of;    /* elements, where elements were compared */
    bool explained;      /* the CPU checker has said what it comes from, and at which line */
    char text[4096];     /* in words, a few lines; ends without a newline */
};

/* The reason as the verdict's JSON has it. */
const char *reason_word(enum reason reason);

/* Sets a failed verdict. What v->text held before is gone: to keep it, copy it first. */
void fail(struct verdict *v, enum reason reason, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Appends to v->text. */
void say(struct verdict *v, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
